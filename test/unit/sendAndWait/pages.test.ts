import { createHash } from 'node:crypto';

import { pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import type { AskedQuestion, Choice } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { anApproval, aTextForm, aTextQuestion } from './aQuestion';

const hostile = `<script>alert("1")</script>'&`;
const escaped = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;';

const asked = (question: AskedQuestion, choice?: Choice, isEmpty = false) =>
	pageFor({ kind: 'asked', question, choice, isEmpty });

describe('the page of a question', () => {
	it('shows the question and the button of the link', () => {
		const { status, html } = asked(anApproval, { label: 'No', approved: false });
		expect(status).toBe(200);
		expect(html).toContain('<p>Shall we?</p>');
		expect(html.match(/<button>.*<\/button>/g)).toEqual(['<button>No</button>']);
	});

	it('has a field where the answer is in words', () => {
		const { html } = asked(aTextQuestion);
		expect(html).toContain('<h1>Your order</h1>\n<p>What should we change?</p>');
		expect(html).toContain('<textarea id="text" name="text" required>');
		expect(html).toContain('<button>Submit</button>');
	});

	it('has no heading where none was given', () => {
		const form = { ...aTextForm, title: '' };
		expect(asked({ ...anApproval, form }).html).not.toContain('<h1>');
	});

	it('says that an answer is missing', () => {
		expect(asked(aTextQuestion, undefined, true)).toMatchObject({
			status: 400,
			html: expect.stringContaining('Write an answer first.') as string,
		});
	});

	it('shows every text as it is', () => {
		const form = { ...aTextForm, title: hostile, description: hostile };
		const pages = [
			asked({ ...anApproval, message: hostile }, { label: hostile, approved: true }),
			asked({ ...anApproval, form: { ...form, buttonLabel: hostile } }),
		];
		expect(pages.map(({ html }) => html.split(escaped).length - 1)).toEqual([2, 3]);
		for (const { html } of pages) expect(html).not.toContain('<script');
	});
});

describe('the page that says', () => {
	it.each([
		['thank you', 200, pageFor({ kind: 'answered', question: anApproval, answer: { text: '' } })],
		['that there is an answer already', 409, pageFor({ kind: 'alreadyAnswered' })],
		['that the time is over', 410, pageFor({ kind: 'expired' })],
		['that the link is not valid any more', 410, pageFor({ kind: 'closed' })],
	])('%s has no form', (_, status, page) => {
		expect(page.status).toBe(status);
		expect(page.html).toContain('<h1>');
		expect(page.html).not.toContain('<form');
	});
});

describe('every page', () => {
	const { headers, html } = asked(anApproval, { label: 'Yes', approved: true });
	const policy = headers['Content-Security-Policy'] ?? '';

	it('loads nothing and runs nothing, but its own styles', () => {
		const styles = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
		const hash = createHash('sha256').update(styles).digest('base64');
		expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
		expect(html).not.toMatch(/\ssrc=|\shref=|\sstyle=|\son\w+=|url\(/);
	});

	it('may not be framed, kept, found by search engines, or tell where it was', () => {
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});
});
