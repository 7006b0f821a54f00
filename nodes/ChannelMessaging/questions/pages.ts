import { escapeHtml, page, type Page } from './page';
import type { Visit } from './visit';

type Asked = Extract<Visit, { kind: 'asked' }>;

/** What is shown where nothing is asked. */
const notices: Readonly<Record<Exclude<Visit, Asked>['kind'], Page>> = {
	alreadyAnswered: notice(
		409,
		'Already answered',
		'This question was answered before. Nothing was changed.',
	),
	answered: notice(200, 'Thank you', 'Your answer was sent. You can close this page.'),
	closed: notice(
		410,
		'This link is no longer valid',
		'The question was already answered, its time is over, or the link is incomplete.',
	),
	expired: notice(410, 'The time is over', 'This question can no longer be answered.'),
};

/** The page for a visit. */
export function pageFor(visit: Visit): Page {
	return visit.kind === 'asked' ? form(visit) : notices[visit.kind];
}

function notice(status: number, title: string, text: string): Page {
	return page(status, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function form({ question: { form: asked, message }, choice, isEmpty }: Asked): Page {
	const parts =
		asked.kind === 'freeText'
			? [
					...(asked.title === '' ? [] : [`<h1>${escapeHtml(asked.title)}</h1>`]),
					`<p>${escapeHtml(asked.description)}</p>`,
					'<form method="post">',
					'<label for="text">Your answer</label>',
					'<textarea id="text" name="text" required></textarea>',
					`<button>${escapeHtml(asked.buttonLabel)}</button>`,
					'</form>',
					...(isEmpty ? ['<p class="note">Write an answer first.</p>'] : []),
				]
			: [
					`<p>${escapeHtml(message)}</p>`,
					'<form method="post">',
					`<button>${escapeHtml(choice?.label ?? '')}</button>`,
					'</form>',
					'<p class="note">Your answer is sent when you press the button.</p>',
				];
	return page(isEmpty ? 400 : 200, 'Your answer', parts.join('\n'));
}
