/** The default texts of the page, which users can change or translate. */
export const defaultTexts = {
	language: 'en',
	pageTitle: 'Your answer',
	/** The page appends a date and a time to this text. */
	deadline: 'You can answer until',
	fieldLabel: 'Your answer',
	buttonNote: 'Your answer is sent when you press a button.',
	optionalMark: '(optional)',
	chooseOption: 'Choose an option',
	rejectedForm: 'Check the marked fields.',
	missingAnswer: 'An answer is required.',
	rejectedDate: 'Enter a date.',
	rejectedEmail: 'Enter an email address.',
	rejectedLength: 'This answer is too long.',
	rejectedNumber: 'Enter a number.',
	rejectedOption: 'Choose one of the options.',
	completionTitle: 'Thank you',
	completionMessage: 'Your answer was sent. You can close this page.',
	alreadyAnsweredTitle: 'Already answered',
	alreadyAnsweredMessage: 'This question was answered a moment ago.',
	closedLinkTitle: 'This link is no longer valid',
	closedLinkMessage:
		'The question was already answered, its time is over, or the link is incomplete.',
	expiredTitle: 'The time is over',
	expiredMessage: 'This question can no longer be answered.',
};

export type PageTexts = Readonly<typeof defaultTexts>;
