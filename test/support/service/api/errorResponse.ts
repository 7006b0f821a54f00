import { STATUS_CODES } from 'node:http';

/** The response to messages, tag operations, and errors (section 2, Resources and their fields). */
export function envelope(status: 'Success' | 'success' | 'error', message: string): object {
	return { status, message, data: [] };
}

const documentedMessages: Record<number, string> = {
	401: 'API Token is invalid.',
	405: '405 Method Not Allowed.',
	429: 'Too many requests',
};

/** Returns the documented message of a status, or the reason phrase of HTTP. */
export function messageForStatus(status: number): string {
	return documentedMessages[status] ?? STATUS_CODES[status] ?? 'Unknown';
}

/** An error response (section 7, Errors). 403 is the general error, whose message varies. */
export class ErrorResponse extends Error {
	constructor(
		readonly status: number,
		message = messageForStatus(status),
		readonly headers: Record<string, string> = {},
	) {
		super(message);
		this.name = 'ErrorResponse';
	}
}
