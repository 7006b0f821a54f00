import { escapeHtml } from './escapeHtml';
import { page, type Page } from './page';
import type { AskedQuestion, Choice } from './question';
import type { Visit } from './visit';

/** The page for a visit. */
export function pageFor(visit: Visit): Page {
	switch (visit.kind) {
		case 'answered':
			return notice(200, 'Thank you', 'Your answer was sent. You can close this page.');
		case 'asked':
			return form(visit.question, visit.choice, visit.isEmpty);
		case 'closed':
			return notice(
				410,
				'This link is no longer valid',
				'The question was already answered, its time is over, or the link is incomplete.',
			);
		case 'expired':
			return notice(410, 'The time is over', 'This question can no longer be answered.');
	}
}

/** For whoever answers while the first answer is being taken in. */
export const alreadyAnswered = notice(
	409,
	'Already answered',
	'This question was answered before. Nothing was changed.',
);

function notice(status: number, title: string, text: string): Page {
	return page(status, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function form(
	{ form: asked, message }: AskedQuestion,
	choice: Choice | undefined,
	isEmpty: boolean,
): Page {
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
