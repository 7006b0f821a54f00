/** What the user decided for the calls of one item. */
export interface CallSettings {
	/** Milliseconds. */
	timeout: number;
	/** Whether a call that may have been done is made again. */
	resendWhenUnsure: boolean;
	/** What a message is sent once for, in this and all other executions of the node. */
	idempotencyKey?: string;
}
