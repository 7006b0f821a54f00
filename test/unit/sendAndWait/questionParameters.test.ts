import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/pageTexts';
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

it('readQuestion returns one choice and no time limit by default', () => {
	expect(read({})).toEqual({
		message: 'Shall we?',
		form: { kind: 'approval', choices: [{ label: 'Approve', approved: true }] },
		texts: defaultTexts,
		timeZone: 'UTC',
		limit: undefined,
	});
});

it('readQuestion returns two choices with single-line labels and replaces empty labels', () => {
	const labels = { approveLabel: ' Yes,\nplease ', disapproveLabel: ' ' };
	expect(approvalOf({ approvalType: 'double', ...labels })).toMatchObject({
		choices: [
			{ label: 'Yes, please', approved: true },
			{ label: 'Decline', approved: false },
		],
	});
});

it('readQuestion rejects two choices that count as the same', () => {
	const labels = { approveLabel: 'OK', disapproveLabel: ' Ok' };
	const reading = () => approvalOf({ approvalType: 'double', ...labels });

	expect(parameterErrorOf(reading).message).toBe(
		"'Approve Button Label' and 'Disapprove Button Label' are both 'Ok'",
	);
});

it('readQuestion rejects a choice of more than 1,000 characters', () => {
	const labels = { approveLabel: 'x'.repeat(1_001) };
	expect(parameterErrorOf(() => approvalOf(labels)).message).toBe(
		"'Approve Button Label' has 1001 characters",
	);
});

it.each([
	['a single link for two choices', 'double', {}, 'Respond'],
	['the label of a single link', 'double', { messageButtonLabel: 'Answer' }, 'Answer'],
	['one link per choice', 'double', { singleLink: false }, undefined],
	['the link of the only choice', 'single', {}, undefined],
	['a single link for the only choice', 'single', { singleLink: true }, 'Respond'],
])('readQuestion returns %s', (_, approvalType, options, linkLabel) => {
	const form = approvalOf({ approvalType }, options);
	expect('linkLabel' in form ? form.linkLabel : undefined).toBe(linkLabel);
});

describe('Free text', () => {
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

	it('readQuestion uses the message as the description of a free-text form', () => {
		expect(formOf({})).toEqual({
			kind: 'form',
			linkLabel: 'Respond',
			title: '',
			description: 'Shall we?',
			buttonLabel: 'Submit',
			fields: [field],
		});
	});

	it('readQuestion reads the labels of a free-text form', () => {
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

describe('Page texts', () => {
	const textsOf = (values: object) => read({ options: { pageTexts: { values } } }).texts;
	const option = questionOptions.find(({ name }) => name === 'pageTexts');

	it('Page Texts contains the English default of every text', () => {
		const [group] = option?.options ?? [];
		const fields = group !== undefined && 'values' in group ? group.values : [];
		const defaults = fields.map((field) => [field.name, field.default]);
		expect(Object.fromEntries(defaults)).toEqual(defaultTexts);
		expect(option?.default).toEqual({ values: defaultTexts });
	});

	it('Page Texts replaces only the texts that are filled in', () => {
		const values = { language: 'gl', completionTitle: 'Grazas', expiredTitle: ' ' };
		expect(textsOf(values)).toEqual({
			...defaultTexts,
			language: 'gl',
			completionTitle: 'Grazas',
		});
	});

	it.each([
		['gl', 'gl'],
		['zh-Hant-TW', 'zh-Hant-TW'],
		['EN', 'EN'],
		// The locale of a contact.
		['es_ES', 'es-ES'],
		['zh_Hant_TW', 'zh-Hant-TW'],
	])('Page Texts reads the language %s as %s', (language, expected) => {
		expect(textsOf({ language }).language).toBe(expected);
	});

	it('Page Texts rejects a text of more than 1,000 characters', () => {
		const { message } = parameterErrorOf(() => textsOf({ pageTitle: 'x'.repeat(1_001) }));
		expect(message).toBe("'Page Title' has 1001 characters");
	});

	it.each(['Galician', 'es_ES.UTF-8', 'e', '"es"'])(
		'Page Texts rejects the language %s',
		(language) => {
			expect(parameterErrorOf(() => textsOf({ language })).message).toBe(
				`'Language Code' is '${language}', which is not a language code`,
			);
		},
	);
});

it('readQuestion rejects an empty message', () => {
	expect(parameterErrorOf(() => read({ message: ' ' })).message).toBe("'Message' is empty");
});

describe('Reply in Chat', () => {
	const ask = (texts: string[], values: object = {}) =>
		read({
			responseType: 'replyInChat',
			answerWith: 'quickReplies',
			quickReplies: { reply: texts.map((text) => ({ text })) },
			...values,
		}).form;

	it('readQuestion returns the replies with their meaning', () => {
		const reply = [
			{ text: ' Yes ', meaning: 'approve' },
			{ text: 'No', meaning: 'decline' },
			{ text: 'Later', meaning: 'none' },
		];
		expect(ask([], { quickReplies: { reply } })).toEqual({
			kind: 'chat',
			replies: [
				{ text: 'Yes', approved: true },
				{ text: 'No', approved: false },
				{ text: 'Later', approved: undefined },
			],
		});
	});

	it('readQuestion returns no replies if any text is an answer', () => {
		expect(ask([''], { answerWith: 'anyText' })).toEqual({ kind: 'chat', replies: [] });
	});

	it.each([
		['no replies', [], "'Quick Replies' is empty"],
		['an empty reply', ['Yes', ' '], "'Text' of reply 2 in 'Quick Replies' is empty"],
		['equal replies', ['Sí', 'si '], "two replies that count as the same: 'Sí' and 'si'"],
		['an invisible reply', ['\u200B'], "'Text' of reply 1 in 'Quick Replies' is empty"],
		['a reply of accents', ['\u0301'], 'a reply without visible characters'],
		['a long reply', ['x'.repeat(21)], 'a reply of 21 characters'],
		[
			'too many replies',
			Array.from({ length: 11 }, (_, index) => String(index)),
			'11 replies, but the service accepts at most 10',
		],
	])('readQuestion rejects %s', (_, texts, message) => {
		expect(() => ask(texts)).toThrow(message);
	});
});
