import type { FormField } from '../../../nodes/ChannelMessaging/sendAndWait/formFields';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';

const choices = [
	{ label: 'Yes', approved: true },
	{ label: 'No', approved: false },
] as const;

/** An approval that an execution waits with. */
export const anApproval = {
	id: 'q1',
	message: 'Shall we?',
	form: { kind: 'approval', choices },
	texts: defaultTexts,
	output: { contactId: '7' },
} as const satisfies AskedQuestion;

/** The same approval, with one link to a page with both choices. */
export const anApprovalWithOneLink: AskedQuestion = {
	...anApproval,
	form: { kind: 'approval', choices, linkLabel: 'Respond' },
};

/** Returns a form field: an optional text without placeholder or default, unless specified. */
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
export function aFormQuestion(...fields: ReadonlyArray<Partial<FormField>>): AskedQuestion {
	return {
		...anApproval,
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

/** A question that is answered by free text. */
export const aTextQuestion = aFormQuestion({
	key: 'text',
	label: 'Your answer',
	type: 'textarea',
	isRequired: true,
});
