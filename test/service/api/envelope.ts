/** What messages, tag operations and errors answer with (section 2). */
export interface Envelope {
	status: 'Success' | 'success' | 'error';
	message: string;
	data: [];
}

export function envelope(status: Envelope['status'], message: string): Envelope {
	return { status, message, data: [] };
}
