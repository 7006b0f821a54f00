import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';

/** An approval that an execution waits with. */
export const anApproval: AskedQuestion = {
	id: 'q1',
	message: 'Shall we?',
	form: {
		kind: 'approval',
		choices: [
			{ label: 'Yes', approved: true },
			{ label: 'No', approved: false },
		],
	},
	output: { contactId: '7' },
};

export const aTextForm = {
	kind: 'freeText',
	linkLabel: 'Respond',
	title: 'Your order',
	description: 'What should we change?',
	buttonLabel: 'Submit',
} as const;

/** A question that is answered in words. */
export const aTextQuestion: AskedQuestion = { ...anApproval, form: aTextForm };
