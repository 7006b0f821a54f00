import { type ResolvedLink, resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/link';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { formQuestion } from './testQuestions';

/** Returns the result of a POST request with a form. */
const resolve = (question: AskedQuestion, { body }: { body: unknown }): ResolvedLink =>
	resolveLink(question, { method: 'POST', query: { q: 'q1' }, body }, 0);

const options = ['Red', 'Green', 'Blue'];

const allTypes = formQuestion(
	{ key: 'name' },
	{ key: 'note', type: 'textarea' },
	{ key: 'people', type: 'number' },
	{ key: 'mail', type: 'email' },
	{ key: 'day', type: 'date' },
	{ key: 'size', type: 'dropdown', options },
	{ key: 'colors', type: 'checkbox', options },
	{ key: 'time', type: 'radio', options },
);

it('A form returns the values of all submitted form fields', () => {
	const body = {
		'field-0': ' Ana ',
		'field-1': ' a\r\nb ',
		'field-2': '1.5',
		'field-3': 'ana@mail.example',
		'field-4': '2028-02-29',
		'field-5': 'Red',
		'field-6': ['Red', 'Blue'],
		'field-7': 'Green',
	};
	expect(resolve(allTypes, { body })).toMatchObject({
		kind: 'answered',
		answer: {
			name: ' Ana ',
			note: ' a\nb ',
			people: 1.5,
			mail: 'ana@mail.example',
			day: '2028-02-29',
			size: 'Red',
			colors: ['Red', 'Blue'],
			time: 'Green',
		},
	});
});

it('A form returns empty values for unanswered optional fields', () => {
	// Browsers submit empty text fields, but no radio buttons or checkboxes without a selection.
	expect(resolve(allTypes, { body: { 'field-0': '', 'field-2': '' } })).toMatchObject({
		kind: 'answered',
		answer: {
			name: '',
			note: '',
			people: null,
			mail: '',
			day: '',
			size: '',
			colors: [],
			time: null,
		},
	});
});

it.each([
	['date', '2027-02-29', 'rejectedDate'],
	['date', '29.02.2028', 'rejectedDate'],
	['date', '2028-13-01', 'rejectedDate'],
	['email', 'ana', 'rejectedEmail'],
	['email', 'a na@mail.example', 'rejectedEmail'],
	['number', 'many', 'rejectedNumber'],
	['number', '9007199254740993', 'rejectedNumber'],
	['dropdown', 'Black', 'rejectedOption'],
	['radio', 'Black', 'rejectedOption'],
	['checkbox', ['Red', 'Black'], 'rejectedOption'],
] as const)('A form rejects an invalid %s: %s', (type, value, issue) => {
	const question = formQuestion({ type, options: [...options] }, { key: 'other' });
	const body = { 'field-0': value, 'field-1': 'kept' };
	expect(resolve(question, { body })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
		entries: [{ values: [value].flat(), issue }, { values: ['kept'] }],
	});
});

it.each([
	['text', 'x'.repeat(1_001)],
	['email', `${'x'.repeat(1_000)}@mail.example`],
	['number', '1'.repeat(1_001)],
	['date', '2'.repeat(1_001)],
	['textarea', 'x'.repeat(10_001)],
	['textarea', '\r\n'.repeat(10_001)],
	['textarea', 'x'.repeat(19_000_000)],
] as const)('A field of type %s rejects a value that is too long', (type, value) => {
	const question = formQuestion({ type });
	expect(resolve(question, { body: { 'field-0': value } })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
		entries: [{ values: [], issue: 'rejectedLength' }],
	});
});

it('A text area accepts 10,000 line breaks, which browsers send as CRLF', () => {
	const body = { 'field-0': '\r\n'.repeat(10_000) };
	expect(resolve(formQuestion({ type: 'textarea' }), { body })).toMatchObject({
		answer: { key: '\n'.repeat(10_000) },
	});
});

it.each([
	['two values of a text field', { type: 'text' }, ['a', 'b']],
	['more values than options', { type: 'checkbox', options: ['Red'] }, ['Red', 'Red']],
] as const)('A form rejects %s', (_, field, value) => {
	const { options = [], type } = { options: [], ...field };
	const question = formQuestion({ type, options: [...options] });
	expect(resolve(question, { body: { 'field-0': value } })).toMatchObject({ isInvalid: true });
});

it('A form does not read the values of a long list', () => {
	const values = new Proxy(new Array<string>(1_000_000), {
		get: (list, property, receiver) => {
			if (property !== 'length') throw new Error(`Reads ${String(property)}`);
			return Reflect.get(list, property, receiver) as unknown;
		},
	});
	const question = formQuestion({ type: 'checkbox', options: ['Red', 'Green'] });
	expect(resolve(question, { body: { 'field-0': values } })).toMatchObject({ isInvalid: true });
});
