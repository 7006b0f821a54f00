import { STATUS_CODES } from 'node:http';

/** A call that is answered with an error of section 7. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
		this.name = 'Refusal';
	}
}

const documentedMessages: Record<number, string> = {
	401: 'API Token is invalid.',
	405: '405 Method Not Allowed.',
	429: 'Too many requests',
};

/** The document's message where it has one, otherwise HTTP's name of the status. */
export function messageForStatus(status: number): string {
	return documentedMessages[status] ?? STATUS_CODES[status] ?? 'Unknown';
}

/** The general failure, whose message varies. */
export function generalFailure(message: string): Refusal {
	return new Refusal(403, message);
}

export function contactNotFound(): Refusal {
	return generalFailure('Contact not found.');
}
