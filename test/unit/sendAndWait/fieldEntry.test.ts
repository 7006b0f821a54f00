import { resolvePageLink } from '../../../nodes/ChannelMessaging/sendAndWait/resolvePageLink';
import { pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { formQuestion } from './testQuestions';

/** Returns the result of a POST request with a form. */
const resolve = (question: AskedQuestion, body: unknown) =>
	resolvePageLink(question, { method: 'POST', query: { q: 'q1' }, body }, 0);

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
	['text', '\u200B', 'missingAnswer'],
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
	['number', 100],
	['textarea', 10_000],
] as const)('A field of type %s accepts at most %d characters', (type, max) => {
	const issueOf = (length: number) =>
		resolve(formQuestion({ type }), { 'field-0': '1'.padStart(length, '0') });
	expect(issueOf(max)).not.toMatchObject({ entries: [{ issue: 'rejectedLength' }] });
	const values = ['1'.padStart(max + 1, '0')];
	expect(issueOf(max + 1)).toMatchObject({ entries: [{ values, issue: 'rejectedLength' }] });
});

it('A text area accepts 10,000 line breaks, which browsers send as CRLF', () => {
	const body = { 'field-0': '\r\n'.repeat(10_000) };
	expect(resolve(formQuestion({ type: 'textarea' }), body)).toMatchObject({
		answer: { key: '\n'.repeat(10_000) },
	});
});

it('A text area does not convert line breaks if the text would be too long even after the conversion', () => {
	const text = '\r\n'.repeat(10_001);
	expect(resolve(formQuestion({ type: 'textarea' }), { 'field-0': text })).toMatchObject({
		entries: [{ values: [text], issue: 'rejectedLength' }],
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

it("A form doesn't discard text that is too long, unless its page would be larger than 1 MB", () => {
	const question = formQuestion({ type: 'textarea' }, { type: 'text' }, { key: 'other' });
	const pageWith = (length: number) => {
		const body = {
			'field-0': 'a'.repeat(length),
			'field-1': 'b'.repeat(length),
			'field-2': 'kept',
		};
		const link = resolve(question, body);
		const { html } = pageFor(link);
		return { html, entries: link.kind === 'asked' ? link.entries : [] };
	};
	expect(pageWith(90_000).html).toContain('a'.repeat(90_000));
	for (const length of [90_001, 180_001, 5_000_000]) {
		const { html, entries } = pageWith(length);
		expect(entries).toMatchObject([{ issue: 'rejectedLength' }, {}, { values: ['kept'] }]);
		expect(html.length).toBeLessThan(20_000);
	}
});

it.each([
	['de', '1.234,50', 1234.5],
	['ar', '\u0661\u066b\u0665', 1.5],
])("A number is read in the page's language: %s", (language, entered, number) => {
	const question = formQuestion({ type: 'number' });
	const texts = { ...question.texts, language };
	expect(resolve({ ...question, texts }, { 'field-0': entered })).toMatchObject({
		answer: { key: number },
		entered: [{ label: 'Label' }],
	});
});

it("A rejected number stays in its field, with an example in the page's language", () => {
	const question = formQuestion({ type: 'number' });
	const texts = { ...question.texts, language: 'es' };
	const { html } = pageFor(resolve({ ...question, texts }, { 'field-0': '1.234' }));
	expect(html).toContain('value="1.234"');
	expect(html).toContain('Enter a number in this form: 1234,5');
});

it("A default number is shown in the page's language and is returned unchanged", () => {
	const question = formQuestion({ type: 'number', defaultValues: ['1.234'] });
	const german = { ...question, texts: { ...question.texts, language: 'de' } };
	const opened = resolvePageLink(german, { method: 'GET', query: { q: 'q1' }, body: {} }, 0);
	expect(opened).toMatchObject({ entries: [{ values: ['1,234'] }] });
	expect(resolve(german, { 'field-0': '1,234' })).toMatchObject({ answer: { key: 1.234 } });
});

it('A question that is no longer open shows the unsent answers again', () => {
	const question = { ...formQuestion({}, {}), until: 0 };
	const link = resolve(question, { 'field-0': 'By the window', 'field-1': '', other: 'x' });
	expect(link).toMatchObject({ kind: 'expired', unsent: ['By the window'] });
	const huge = resolve(question, { 'field-0': 'Kept', 'field-1': 'x'.repeat(200_000) });
	expect(huge).toMatchObject({ unsent: ['Kept'] });
	// Blank text counts as well, so that no request makes the node search 100 huge texts for letters.
	const blank = resolve(question, { 'field-0': ' '.repeat(200_000), 'field-1': 'By the window' });
	expect(blank).toMatchObject({ unsent: [] });
});
