import { resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/link';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { formQuestion } from './testQuestions';

/** Returns the result of a POST request with a form. */
const resolve = (question: AskedQuestion, body: unknown) =>
	resolveLink(question, { method: 'POST', query: { q: 'q1' }, body }, 0);

it.each([
	['text', ' Ana ', ' Ana ', ''],
	['textarea', ' a\r\nb ', ' a\nb ', ''],
	['number', '1.5', 1.5, null],
	['email', 'ana@mail.example', 'ana@mail.example', ''],
	['date', '2028-02-29', '2028-02-29', ''],
	['dropdown', 'Red', 'Red', ''],
	['checkbox', ['Red', 'Green', 'Red'], ['Red', 'Green'], []],
	['radio', 'Green', 'Green', null],
] as const)('A form returns the value of a %s, or an empty value', (type, value, answer, empty) => {
	const options = ['dropdown', 'checkbox', 'radio'].includes(type) ? ['Red', 'Green', 'Blue'] : [];
	const question = formQuestion({ type, options });
	expect(resolve(question, { 'field-0': value })).toMatchObject({ answer: { key: answer } });
	// Browsers submit empty text fields, but no radio buttons or checkboxes without a selection.
	for (const body of [{ 'field-0': '' }, {}]) {
		expect(resolve(question, body)).toMatchObject({ answer: { key: empty } });
	}
});

it.each([
	['text', ['a', 'b'], 'rejectedLength'],
	['textarea', ' \n', 'missingAnswer'],
	['date', '2027-02-29', 'rejectedDate'],
	['date', '2028-13-01', 'rejectedDate'],
	['email', 'ana', 'rejectedEmail'],
	['email', 'a na@mail.example', 'rejectedEmail'],
	['number', '9007199254740993', 'rejectedNumber'],
	['dropdown', 'Black', 'rejectedOption'],
	['radio', 'Black', 'rejectedOption'],
	['checkbox', ['Red', 'Black'], 'rejectedOption'],
	['checkbox', ['Red', 'Red', 'Red'], 'rejectedLength'],
] as const)('A form rejects an invalid %s: %j', (type, value, issue) => {
	const options = ['dropdown', 'radio', 'checkbox'].includes(type) ? ['Red', 'Green'] : [];
	const question = formQuestion({ type, options, isRequired: true }, { key: 'other' });
	const values = issue === 'rejectedLength' ? [] : [value].flat();
	expect(resolve(question, { 'field-0': value, 'field-1': 'kept' })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
		entries: [{ values, issue }, { values: ['kept'] }],
	});
});

it.each([
	['text', 1_000],
	['email', 1_000],
	['number', 1_000],
	['textarea', 10_000],
] as const)('A field of type %s accepts at most %d characters', (type, max) => {
	const issueOf = (length: number) =>
		resolve(formQuestion({ type }), { 'field-0': '1'.padStart(length, '0') });
	expect(issueOf(max)).not.toMatchObject({ entries: [{ issue: 'rejectedLength' }] });
	expect(issueOf(max + 1)).toMatchObject({ entries: [{ values: [], issue: 'rejectedLength' }] });
});

it('A text area accepts 10,000 line breaks, which browsers send as CRLF', () => {
	const body = { 'field-0': '\r\n'.repeat(10_000) };
	expect(resolve(formQuestion({ type: 'textarea' }), body)).toMatchObject({
		answer: { key: '\n'.repeat(10_000) },
	});
});

it('A form does not read the values of a long list', () => {
	const values = new Proxy(new Array<string>(1_000_000), {
		get: (list, property, receiver) => {
			if (property !== 'length') throw new Error(`Reads ${String(property)}`);
			return Reflect.get(list, property, receiver) as unknown;
		},
	});
	const question = formQuestion({ type: 'checkbox', options: ['Red', 'Green'] });
	expect(resolve(question, { 'field-0': values })).toMatchObject({ isInvalid: true });
});
