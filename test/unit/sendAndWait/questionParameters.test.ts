import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import {
	questionOptions,
	readQuestion,
} from '../../../nodes/ChannelMessaging/sendAndWait/questionParameters';
import { itemParameters } from '../parameters/itemParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';

const read = (values: Readonly<Record<string, unknown>>) =>
	readQuestion(itemParameters({ message: 'Shall we?', responseType: 'approval', ...values }));

const approvalOf = (values: object, options = {}) =>
	read({ approvalOptions: { values }, options }).form;

describe('readQuestion for an approval', () => {
	it('returns one choice and no limit by default', () => {
		expect(read({})).toEqual({
			message: 'Shall we?',
			form: { kind: 'approval', choices: [{ label: 'Approve', approved: true }] },
			texts: defaultTexts,
			limit: undefined,
		});
	});

	it('returns two choices for Approve and Disapprove', () => {
		expect(approvalOf({ approvalType: 'double' })).toMatchObject({
			choices: [
				{ label: 'Approve', approved: true },
				{ label: 'Decline', approved: false },
			],
		});
	});

	it('returns labels as one line, and the default for empty labels', () => {
		const labels = { approveLabel: ' Yes,\nplease ', disapproveLabel: ' ' };
		expect(approvalOf({ approvalType: 'double', ...labels })).toMatchObject({
			choices: [{ label: 'Yes, please' }, { label: 'Decline' }],
		});
	});

	it.each([
		[{ singleLink: true }, 'Respond'],
		[{ singleLink: true, messageButtonLabel: 'Answer' }, 'Answer'],
		[{ singleLink: false, messageButtonLabel: 'Answer' }, undefined],
	])('returns the label of a single link: %j', (options, linkLabel) => {
		expect(approvalOf({ approvalType: 'double' }, options).linkLabel).toBe(linkLabel);
	});
});

describe('readQuestion for free text', () => {
	const formOf = (options: object) => read({ responseType: 'freeText', options }).form;
	const field = {
		key: 'text',
		label: 'Your answer',
		type: 'textarea',
		isRequired: true,
		placeholder: '',
		defaultValues: [],
		options: [],
	};

	it('returns the message as description, and default labels', () => {
		expect(formOf({})).toEqual({
			kind: 'form',
			linkLabel: 'Respond',
			title: '',
			description: 'Shall we?',
			buttonLabel: 'Submit',
			fields: [field],
		});
	});

	it('returns the labels from the options', () => {
		const options = {
			messageButtonLabel: 'Answer',
			responseFormTitle: 'Order 7',
			responseFormDescription: 'What is\nmissing?',
			responseFormButtonLabel: 'Send',
			pageTexts: { values: { fieldLabel: 'A túa resposta' } },
		};
		expect(formOf(options)).toEqual({
			kind: 'form',
			linkLabel: 'Answer',
			title: 'Order 7',
			description: 'What is\nmissing?',
			buttonLabel: 'Send',
			fields: [{ ...field, label: 'A túa resposta' }],
		});
	});
});

describe('The option Page Texts', () => {
	const textsOf = (values: object) => read({ options: { pageTexts: { values } } }).texts;
	const option = questionOptions.find(({ name }) => name === 'pageTexts');

	it('contains every text of the page, with its English default', () => {
		const [group] = option?.options ?? [];
		const fields = group !== undefined && 'values' in group ? group.values : [];
		const defaults = fields.map((field) => [field.name, field.default]);
		expect(Object.fromEntries(defaults)).toEqual(defaultTexts);
		expect(option?.default).toEqual({ values: defaultTexts });
	});

	it('replaces the texts that were entered', () => {
		const values = { language: 'gl', completionTitle: 'Grazas', expiredTitle: ' ' };
		expect(textsOf(values)).toEqual({
			...defaultTexts,
			language: 'gl',
			completionTitle: 'Grazas',
		});
	});

	it.each(['es', 'gl', 'pt-BR', 'zh-Hant-TW', 'EN'])('accepts the language %s', (language) => {
		expect(textsOf({ language }).language).toBe(language);
	});

	it.each(['Galician', 'es_ES', 'e', '"es"'])('rejects the language %s', (language) => {
		expect(parameterErrorOf(() => textsOf({ language })).message).toBe(
			`'Language Code' is '${language}', which is not a language code`,
		);
	});
});

it('readQuestion rejects an empty message', () => {
	expect(parameterErrorOf(() => read({ message: ' ' })).message).toBe("'Message' is empty");
});
