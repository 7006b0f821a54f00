import { STATUS_CODES } from 'node:http';

/** What messages, tag operations and errors answer with (section 2, Resources and their fields). */
export interface Envelope {
	status: 'Success' | 'success' | 'error';
	message: string;
	data: [];
}

export function envelope(status: Envelope['status'], message: string): Envelope {
	return { status, message, data: [] };
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

/** A call that is answered with an error (section 7, Errors). */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message = messageForStatus(status),
		readonly headers: Record<string, string> = {},
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** The general failure, whose message varies. */
export function generalFailure(message: string): Refusal {
	return new Refusal(403, message);
}
