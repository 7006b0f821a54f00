import { readQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/questionParameters';
import { givenParameters } from '../parameters/givenParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';

const read = (given: Readonly<Record<string, unknown>>) =>
	readQuestion(givenParameters({ message: 'Shall we?', responseType: 'approval', ...given }));

const approvalOf = (values: object) => read({ approvalOptions: { values } }).form;

describe('an approval', () => {
	it('can be approved only, and without a limit of time, unless more was chosen', () => {
		expect(read({})).toEqual({
			message: 'Shall we?',
			form: { kind: 'approval', choices: [{ label: 'Approve', approved: true }] },
			limit: undefined,
		});
	});

	it('can be declined where that was chosen', () => {
		expect(approvalOf({ approvalType: 'double' })).toMatchObject({
			choices: [
				{ label: 'Approve', approved: true },
				{ label: 'Decline', approved: false },
			],
		});
	});

	it('has labels in one line, and the usual ones where they are empty', () => {
		const labels = { approveLabel: ' Yes,\nplease ', disapproveLabel: ' ' };
		expect(approvalOf({ approvalType: 'double', ...labels })).toMatchObject({
			choices: [{ label: 'Yes, please' }, { label: 'Decline' }],
		});
	});
});

describe('a question that is answered in words', () => {
	const formOf = (options: object) => read({ responseType: 'freeText', options }).form;

	it('shows the message, and has the usual labels', () => {
		expect(formOf({})).toEqual({
			kind: 'freeText',
			linkLabel: 'Respond',
			title: '',
			description: 'Shall we?',
			buttonLabel: 'Submit',
		});
	});

	it('has its own texts where they were given', () => {
		const options = {
			messageButtonLabel: 'Answer',
			responseFormTitle: 'Order 7',
			responseFormDescription: 'What is\nmissing?',
			responseFormButtonLabel: 'Send',
		};
		expect(formOf(options)).toEqual({
			kind: 'freeText',
			linkLabel: 'Answer',
			title: 'Order 7',
			description: 'What is\nmissing?',
			buttonLabel: 'Send',
		});
	});
});

it('is refused without a message', () => {
	expect(parameterErrorOf(() => read({ message: ' ' })).message).toBe("'Message' is empty");
});
