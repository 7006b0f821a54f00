/** See section 8 (Limits). */
export const limits = {
	/** Applies to each token. */
	messagesPerSecond: 25,
	/** Applies to each token, across all contact endpoints. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;
