/** See section 8 (Limits) of the service's documentation. */
export const limits = {
	/** The limit for each token. */
	messagesPerSecond: 25,
	/** The limit for each token, across all contact endpoints. */
	contactCallsPerMinute: 100,
	repliesPerMessage: 10,
	charactersPerReply: 20,
	customFieldsPerRequest: 30,
	tagsPerRequest: 10,
} as const;
