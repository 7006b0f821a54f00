import { createHash } from 'node:crypto';

import type { FormField } from '../../../nodes/ChannelMessaging/sendAndWait/formField';
import { pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/pageTexts';
import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { resolvePageLink } from '../../../nodes/ChannelMessaging/sendAndWait/resolvePageLink';
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
	return pageFor(resolvePageLink(question, { method, query: { q: 'q1', a: '0' }, body }, 0));
}

it('The page shows the question and the button for the opened link', () => {
	const { status, html } = show(approval);
	expect(status).toBe(200);
	expect(html).toContain('<p dir="auto">Shall we?</p>');
	expect(html.match(/<button.*<\/button>/g)).toEqual([
		'<button name="a" value="0" dir="auto">No</button>',
	]);
});

it.each([
	['en', 'Europe/Madrid', 'You can answer until Thursday, January 31, 2030 at 6:30 PM GMT+1'],
	['de', 'Asia/Tokyo', 'You can answer until Freitag, 1. Februar 2030 um 02:30 GMT+9'],
	['en-a', 'UTC', 'You can answer until Thursday, January 31, 2030 at 5:30 PM UTC'],
	['en', 'Nowhere', 'You can answer until Thursday, January 31, 2030 at 5:30 PM UTC'],
])('The page in %s shows the time limit in %s', (language, timeZone, text) => {
	const texts = { ...defaultTexts, language };
	const limit = { texts, timeZone, until: Date.UTC(2030, 0, 31, 17, 30) };
	for (const question of [approvalWithSingleLink, textQuestion]) {
		const { html } = show({ ...question, ...limit });
		// Releases of ICU differ in their spaces.
		expect(html.replace(/\s/g, ' ')).toContain(`<p class="quiet" dir="auto">${text}</p>`);
	}
});

it.each([
	['has no time limit', { timeZone: 'UTC' }],
	['was stored without a time zone', { until: 1_000 }],
])('The page shows no time limit if the question %s', (_title, limit) => {
	expect(show({ ...approval, ...limit }).html).not.toContain('You can answer until');
});

it('The page of a single link shows a button for each choice', () => {
	expect(show(approvalWithSingleLink).html.match(/<button.*<\/button>/g)).toEqual([
		'<button name="a" value="1" dir="auto">Yes</button>',
		'<button name="a" value="0" dir="auto">No</button>',
	]);
});

it('The page shows a text area for free text', () => {
	const { html } = show(textQuestion);
	expect(html).toContain('<h1 dir="auto">Your order</h1>');
	expect(html).toContain('<p dir="auto">What should we change?</p>');
	expect(html).toContain('<label class="name" for="field-0" dir="auto">Your answer</label>');
	expect(html).toContain(
		'<textarea class="input" id="field-0" name="field-0" required dir="auto" data-max-length="10000">',
	);
	expect(html).toContain('<button dir="auto">Submit</button>');
});

it('The heading is only visible to screen readers if there is no title', () => {
	const { form } = textQuestion;
	if (form.kind !== 'form') throw new Error('Not a form');
	const heading = '<h1 class="hidden" dir="auto">Your answer</h1>';
	expect(show({ ...textQuestion, form: { ...form, title: '' } }).html).toContain(heading);
	expect(show(approval).html).toContain(heading);
	expect(show(textQuestion).html).not.toContain(heading);
});

it.each([
	[
		{ type: 'text' },
		'<input type="text" class="input" id="field-0" name="field-0" dir="auto" data-max-length="1000" value="">',
	],
	[
		{ type: 'email', isRequired: true },
		'<input type="text" inputmode="email" autocapitalize="none" spellcheck="false" class="input" id="field-0" name="field-0" required dir="auto" data-max-length="1000" value="">',
	],
	[
		{ type: 'number', placeholder: 'e.g. 2', defaultValues: ['4'] },
		'<input type="text" inputmode="decimal" class="input" id="field-0" name="field-0" placeholder="e.g. 2" dir="auto" data-max-length="100" value="4">',
	],
	[{ type: 'date' }, '<input type="date" class="input" id="field-0" name="field-0" value="">'],
	[
		{ type: 'dropdown', options, defaultValues: ['Green'] },
		'<option value="">Choose an option</option>\n<option>Red</option>\n<option selected>Green</option>',
	],
	[
		{ type: 'radio', options, isRequired: true },
		'<input type="radio" name="field-0" value="Red" required> <span dir="auto">Red</span></label>',
	],
	[
		{ type: 'checkbox', options, defaultValues: ['Red'], isRequired: true },
		'<input type="checkbox" name="field-0" value="Red" checked> <span dir="auto">Red</span></label>',
	],
] as const)('The form shows the field %j', (field, html) => {
	expect(show(formQuestion(field)).html).toContain(html);
});

it('The form marks optional fields', () => {
	const { html } = show(formQuestion({ label: 'A' }, { label: 'B', isRequired: true }));
	expect(html).toContain('>A <span class="quiet">(optional)</span></label>');
	expect(html).toContain('>B</label>');
});

it('The form keeps rejected values, shows the reasons, and focuses the first invalid field', () => {
	const question = formQuestion(
		{ type: 'text' },
		{ type: 'email' },
		{ type: 'textarea', isRequired: true },
		{ type: 'number' },
	);
	const values = { 'field-1': 'ana', 'field-2': '\nnote', 'field-3': 'four' };
	const { status, html } = show(question, values);
	expect(status).toBe(400);
	expect(html).toContain('<p class="alert" role="alert" dir="auto">Check the marked fields.</p>');
	expect(html).toContain(
		'aria-invalid="true" aria-describedby="field-1-issue" autofocus dir="auto" data-max-length="1000" value="ana">',
	);
	expect(html).toContain(
		'<p class="alert" id="field-1-issue" dir="auto">Enter an email address.</p>',
	);
	expect(html).toContain('>\n\nnote</textarea>');
	expect(html.match(/ aria-invalid/g)).toHaveLength(2);
	expect(html.match(/ autofocus/g)).toHaveLength(1);
});

it('The group of radio buttons is marked as invalid, but not the buttons', () => {
	const { html } = show(formQuestion({ type: 'radio', options, isRequired: true }), {});
	expect(html).toContain(
		'<fieldset class="field invalid" role="radiogroup" aria-invalid="true" aria-describedby="field-0-issue">',
	);
	expect(html).toContain('<input type="radio" name="field-0" value="Red" required autofocus>');
	expect(html).toContain('<input type="radio" name="field-0" value="Green" required>');
});

it('Checkboxes are marked as invalid, and their group describes the reason', () => {
	const { html } = show(formQuestion({ type: 'checkbox', options, isRequired: true }), {});
	expect(html).toContain('<fieldset class="field invalid" aria-describedby="field-0-issue">');
	expect(html).toContain('value="Red" aria-invalid="true" autofocus>');
});

it('The page has the direction of a right-to-left language', () => {
	const { html } = show({ ...approval, texts: { ...defaultTexts, language: 'ar' } });
	expect(html).toContain('<html lang="ar" dir="rtl">');
});

describe('Results', () => {
	const question = approval;
	const entered = [{ label: 'Guests', text: '4' }];
	const unsent = ['By the window'];
	it.each([
		[
			'answered',
			200,
			'Thank you',
			pageFor({ kind: 'answered', question, answer: {}, entered, unsent }),
		],
		[
			'alreadyAnswered',
			409,
			'Already answered',
			pageFor({ kind: 'alreadyAnswered', question, unsent }),
		],
		['expired', 410, 'The time is over', pageFor({ kind: 'expired', question, unsent })],
		['closed', 410, 'This link is no longer valid', pageFor({ kind: 'closed', question, unsent })],
	])('The result page for %s has a heading and no form', (_, status, heading, page) => {
		expect(page.status).toBe(status);
		expect(page.html).toContain(`<title>${heading}</title>`);
		expect(page.html).toContain(`<h1 dir="auto">${heading}</h1>`);
		expect(page.html).not.toContain('<form');
	});

	it('The page after an answer shows the answer, and other pages show unsent answers', () => {
		const answered = pageFor({ kind: 'answered', question, answer: {}, entered, unsent });
		expect(answered.html).toContain('<p class="name" dir="auto">Guests</p>\n<p dir="auto">4</p>');
		expect(answered.html).not.toContain('By the window');
		const expired = pageFor({ kind: 'expired', question, unsent });
		expect(expired.html).toContain(
			'Your answer was not sent:</p>\n<p dir="auto">By the window</p>',
		);
		expect(pageFor({ kind: 'expired', question, unsent: [] }).html).not.toContain('not sent');
	});

	it('The page is in English if the question is unknown', () => {
		expect(pageFor({ kind: 'closed', question: undefined, unsent: [] }).html).toContain(
			'lang="en"',
		);
	});
});

/** Returns the visible texts of a page and its title. */
function visibleTexts(html: string): string[] {
	const visible = html.replace(/<(style|script)>[^]*<\/\1>/g, '');
	return [...visible.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(([, text = '']) => text.trim());
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
		...{ until: 5, timeZone: 'UTC' },
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
	const unsent = [value];
	const entered = [{ label, text: value }];
	const pages = [
		show(question),
		show(question, { 'field-0': value, 'field-1': value, 'field-2': value, 'field-3': value }),
		show(question, { 'field-5': value.repeat(10_000) }),
		show({ ...question, form: { kind: 'approval', choices } }),
		pageFor({ kind: 'answered', question, answer: {}, entered, unsent }),
		pageFor({ kind: 'alreadyAnswered', question, unsent }),
		pageFor({ kind: 'expired', question, unsent }),
		pageFor({ kind: 'closed', question, unsent }),
	];
	return pages.map(({ html }) => html);
}

it('Every page escapes its texts', () => {
	const pages = pagesWith(() => `<script>alert("1")</script>'&`);
	for (const html of pages) {
		expect(html).not.toMatch(/<script>alert|"1"|'&/);
		expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;');
	}
});

it('All text on every page can be translated', () => {
	const pages = pagesWith((name) => `TEXT ${name}`);

	const visible = pages.flatMap(visibleTexts);
	expect(visible.filter((text) => !text.startsWith('TEXT '))).toEqual([]);
	for (const html of pages) expect(html).toContain('<html lang="TEXT language" dir="ltr">');
	const isVisible = (name: string) =>
		visible.some((text) => text === `TEXT ${name}` || text.startsWith(`TEXT ${name} `));
	const unused = Object.keys(defaultTexts).filter((name) => !isVisible(name));
	// The label of the free-text field is part of the form.
	expect(unused).toEqual(['language', 'fieldLabel']);
});

describe('Security', () => {
	const { headers, html } = show(approval);
	const policy = headers['Content-Security-Policy'] ?? '';

	it('The page allows only its own style and its own script', () => {
		const hashOf = (name: string) => {
			const [, text = ''] = new RegExp(`<${name}>([^]*)</${name}>`).exec(html) ?? [];
			return createHash('sha256').update(text).digest('base64');
		};
		expect(policy).toMatch(/^default-src 'none'; /);
		expect(policy).toContain(`style-src 'sha256-${hashOf('style')}';`);
		expect(policy).toContain(`script-src 'sha256-${hashOf('script')}';`);
		expect(html).not.toMatch(/\ssrc=|\shref=|\sstyle=|\son\w+=|url\(/);
	});

	it('The page prevents framing, caching, indexing, and sending referrers to other sites', () => {
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'same-origin',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});
});
