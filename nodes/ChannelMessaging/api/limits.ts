/** Caps and rates of section 8 (Limits) of the interface document. */
export const limits = {
	/** Sends a second, for one channel token. */
	messagesPerSecond: 25,
	/** Calls a minute to the contact endpoints, for one channel token. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;
