/** A call that reached the API: everything but the page and the service's own control. */
export interface ReceivedCall {
	/** When it arrived, in milliseconds since the epoch, with fractions. */
	at: number;
	method: string;
	/** As it was requested: encoded, with its query. */
	path: string;
	/** What was answered; null: not yet, never, or the connection was cut. */
	status: number | null;
	/** Whether it did what it asked for, whatever was answered. */
	accepted: boolean;
	/** Whether it carried the channel's token. */
	authorized: boolean;
	/** The parsed body; missing where none came or the call was refused before it was read. */
	body?: unknown;
}
