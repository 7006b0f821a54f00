import { STATUS_CODES } from 'node:http';

/** What messages, tag operations and errors answer with (section 2, Resources and their fields). */
export function envelope(status: 'Success' | 'success' | 'error', message: string): object {
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

/** An error that is answered (section 7, Errors); 403 is the general one, whose message varies. */
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
