import { createHash } from 'node:crypto';

import type { FormField } from '../../../nodes/ChannelMessaging/sendAndWait/formFields';
import { defaultTexts, pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import {
	formQuestion,
	approval,
	approvalWithSingleLink,
	textQuestion,
	formField,
} from './testQuestions';

const options = ['Red', 'Green'];

/** Returns the page of a GET request, or of a POST request if there is a body. */
function show(question: AskedQuestion, body?: object) {
	const method = body === undefined ? 'GET' : 'POST';
	return pageFor(resolveLink(question, { method, query: { q: 'q1', a: '0' }, body }, 0));
}

it('The page shows the question and the button of the opened link', () => {
	const { status, html } = show(approval);
	expect(status).toBe(200);
	expect(html).toContain('<p>Shall we?</p>');
	expect(html.match(/<button.*<\/button>/g)).toEqual(['<button name="a" value="0">No</button>']);
});

it('The page of a single link shows a button for each choice', () => {
	expect(show(approvalWithSingleLink).html.match(/<button.*<\/button>/g)).toEqual([
		'<button name="a" value="1">Yes</button>',
		'<button name="a" value="0">No</button>',
	]);
});

it('The page shows a text area for free text', () => {
	const { html } = show(textQuestion);
	expect(html).toContain('<h1>Your order</h1>\n<p>What should we change?</p>');
	expect(html).toContain('<label class="name" for="field-0">Your answer</label>');
	expect(html).toContain('<textarea class="input" id="field-0" name="field-0" required>');
	expect(html).toContain('<button>Submit</button>');
});

it('The page has no heading if the title is empty', () => {
	const { form } = textQuestion;
	if (form.kind !== 'form') throw new Error('Not a form');
	expect(show({ ...textQuestion, form: { ...form, title: '' } }).html).not.toContain('<h1>');
});

it.each([
	{
		field: { type: 'text' },
		expected: '<input type="text" class="input" id="field-0" name="field-0" value="">',
	},
	{
		field: { type: 'email', isRequired: true },
		expected: '<input type="email" class="input" id="field-0" name="field-0" required value="">',
	},
	{
		field: { type: 'number', placeholder: 'e.g. 2', defaultValues: ['4'] },
		expected:
			'<input type="number" step="any" class="input" id="field-0" name="field-0" placeholder="e.g. 2" value="4">',
	},
	{
		field: { type: 'date' },
		expected: '<input type="date" class="input" id="field-0" name="field-0" value="">',
	},
	{
		field: { type: 'dropdown', options, defaultValues: ['Green'] },
		expected:
			'<option value="">Choose an option</option>\n<option>Red</option>\n<option selected>Green</option>',
	},
	{
		field: { type: 'radio', options, isRequired: true },
		expected: '<input type="radio" name="field-0" value="Red" required> Red</label>',
	},
	{
		field: { type: 'checkbox', options, defaultValues: ['Red'], isRequired: true },
		expected: '<input type="checkbox" name="field-0" value="Red" checked> Red</label>',
	},
] as const)('The form renders a field of type $field.type', ({ field, expected }) => {
	expect(show(formQuestion(field)).html).toContain(expected);
});

it('The form marks optional fields', () => {
	const { html } = show(formQuestion({ label: 'A' }, { label: 'B', isRequired: true }));
	expect(html).toContain('>A <span class="quiet">(optional)</span></label>');
	expect(html).toContain('>B</label>');
});

it('The form keeps rejected values and shows the reason next to each field', () => {
	const question = formQuestion({ type: 'email' }, { type: 'textarea', isRequired: true });
	const { status, html } = show(question, { 'field-0': 'ana', 'field-1': '\nnote' });
	expect(status).toBe(400);
	expect(html).toContain('<p class="alert" role="alert">Check the marked fields.</p>');
	expect(html).toContain('aria-invalid="true" aria-describedby="field-0-issue" value="ana">');
	expect(html).toContain('<p class="alert" id="field-0-issue">Enter an email address.</p>');
	expect(html).toContain('required>\n\nnote</textarea>');
});

describe('Results', () => {
	const question = approval;
	it.each([
		['answered', 200, 'Thank you', pageFor({ kind: 'answered', question, answer: {} })],
		['alreadyAnswered', 409, 'Already answered', pageFor({ kind: 'alreadyAnswered', question })],
		['expired', 410, 'The time is over', pageFor({ kind: 'expired', question })],
		['closed', 410, 'This link is no longer valid', pageFor({ kind: 'closed', question })],
	])('The result page for %s has a heading and no form', (_, status, heading, page) => {
		expect(page.status).toBe(status);
		expect(page.html).toContain(`<title>${heading}</title>`);
		expect(page.html).toContain(`<h1>${heading}</h1>`);
		expect(page.html).not.toContain('<form');
	});

	it('The page is in English if the question is unknown', () => {
		expect(pageFor({ kind: 'closed', question: undefined }).html).toContain('lang="en"');
	});
});

/** Returns the visible texts of a page and its title. */
function visibleTexts(html: string): string[] {
	return [...html.replace(/<style>[^]*<\/style>/, '').matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(
		([, text = '']) => text.trim(),
	);
}

/** Returns the HTML of all pages, with a text for each name. */
function pagesWith(textOf: (name: string) => string): string[] {
	const names = Object.keys(defaultTexts);
	const translated = Object.fromEntries(names.map((name) => [name, textOf(name)]));
	const label = textOf('label');
	const placeholder = textOf('placeholder');
	const options = [textOf('option')];
	const fields: ReadonlyArray<Partial<FormField>> = [
		{ label, type: 'date' },
		{ label, type: 'email' },
		{ label, type: 'number' },
		{ label, type: 'dropdown', options },
		{ label, type: 'text', isRequired: true, placeholder },
		{ label, type: 'textarea', placeholder, defaultValues: [textOf('default')] },
		{ label, type: 'radio', options },
	];
	const question: AskedQuestion = {
		...approval,
		message: textOf('message'),
		texts: { ...defaultTexts, ...translated },
		form: {
			kind: 'form',
			linkLabel: textOf('link'),
			title: textOf('title'),
			description: textOf('description'),
			buttonLabel: textOf('button'),
			fields: fields.map(formField),
		},
	};
	const choices = [{ label: textOf('choice'), approved: false }];
	const value = textOf('value');
	const pages = [
		show(question),
		show(question, { 'field-0': value, 'field-1': value, 'field-2': value, 'field-3': value }),
		show({ ...question, form: { kind: 'approval', choices } }),
		pageFor({ kind: 'answered', question, answer: {} }),
		pageFor({ kind: 'alreadyAnswered', question }),
		pageFor({ kind: 'expired', question }),
		pageFor({ kind: 'closed', question }),
	];
	return pages.map(({ html }) => html);
}

it('Every page escapes its texts', () => {
	const pages = pagesWith(() => `<script>alert("1")</script>'&`);
	for (const html of pages) {
		expect(html).not.toMatch(/<script|"1"|'&/);
		expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;');
	}
});

it('All texts of all pages can be translated', () => {
	const pages = pagesWith((name) => `TEXT ${name}`);

	const visible = pages.flatMap(visibleTexts);
	expect(visible.filter((text) => !text.startsWith('TEXT '))).toEqual([]);
	for (const html of pages) expect(html).toContain('<html lang="TEXT language">');
	const unused = Object.keys(defaultTexts).filter((name) => !visible.includes(`TEXT ${name}`));
	// The label of the free-text field is part of the form.
	expect(unused).toEqual(['language', 'fieldLabel']);
});

describe('Security', () => {
	const { headers, html } = show(approval);
	const policy = headers['Content-Security-Policy'] ?? '';

	it('The page runs no scripts and loads only its own styles', () => {
		const styles = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
		const hash = createHash('sha256').update(styles).digest('base64');
		expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
		expect(html).not.toMatch(/\ssrc=|\shref=|\sstyle=|\son\w+=|url\(/);
	});

	it('The page prevents framing, caching, indexing, and referrers', () => {
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});
});
