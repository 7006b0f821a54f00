export const defaultTexts = {
	language: 'en',
	pageTitle: 'Your answer',
	/** The page appends the date and time. */
	deadline: 'You can answer until',
	fieldLabel: 'Your answer',
	buttonNote: 'Your answer is sent when you press a button.',
	optionalMark: '(optional)',
	chooseOption: 'Choose an option',
	rejectedForm: 'Check the marked fields.',
	missingAnswer: 'An answer is required.',
	/** The page appends an example to this text and to `rejectedNumber`. */
	rejectedDate: 'Enter a date in this form:',
	rejectedEmail: 'Enter an email address.',
	/** The page appends the maximum length to this text. */
	rejectedLength: 'This answer is too long. Maximum number of characters:',
	rejectedNumber: 'Enter a number in this form:',
	rejectedOption: 'Choose one of the options.',
	completionTitle: 'Thank you',
	completionMessage: 'Your answer was sent. You can close this page.',
	unsentAnswer: 'Your answer was not sent:',
	alreadyAnsweredTitle: 'Already answered',
	alreadyAnsweredMessage: 'This question was answered a moment ago.',
	closedLinkTitle: 'This link is no longer valid',
	closedLinkMessage:
		'The question was already answered, its time is over, or the link is incomplete.',
	expiredTitle: 'The time is over',
	expiredMessage: 'This question can no longer be answered.',
};

export type PageTexts = Readonly<typeof defaultTexts>;
