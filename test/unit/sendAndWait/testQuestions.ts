import type { FormField } from '../../../nodes/ChannelMessaging/sendAndWait/formField';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/pageTexts';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';

const choices = [
	{ label: 'Yes', approved: true },
	{ label: 'No', approved: false },
] as const;

export const approval = {
	id: 'q1',
	message: 'Shall we?',
	form: { kind: 'approval', choices },
	texts: defaultTexts,
	output: { contactId: '7' },
} as const satisfies AskedQuestion;

/** An approval with one link to a page with both choices. */
export const approvalWithSingleLink: AskedQuestion = {
	...approval,
	form: { kind: 'approval', choices, linkLabel: 'Respond' },
};

/** Returns a form field. By default, it's an optional text without placeholder or default value. */
export function formField(field: Partial<FormField>): FormField {
	return {
		key: 'key',
		label: 'Label',
		type: 'text',
		isRequired: false,
		placeholder: '',
		defaultValues: [],
		options: [],
		...field,
	};
}

/** Returns a question that is answered by a form. */
export function formQuestion(...fields: ReadonlyArray<Partial<FormField>>): AskedQuestion {
	return {
		...approval,
		form: {
			kind: 'form',
			linkLabel: 'Respond',
			title: 'Your order',
			description: 'What should we change?',
			buttonLabel: 'Submit',
			fields: fields.map(formField),
		},
	};
}

export const textQuestion = formQuestion({
	key: 'text',
	label: 'Your answer',
	type: 'textarea',
	isRequired: true,
});

export const chatQuestion: AskedQuestion = {
	...approval,
	id: 'chat',
	form: {
		kind: 'chat',
		replies: [{ text: 'Yes', approved: true }, { text: 'No', approved: false }, { text: 'Later' }],
	},
};
