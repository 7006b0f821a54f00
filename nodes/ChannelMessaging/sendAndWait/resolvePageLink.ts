import { isRecord } from '../client/isRecord';
import { type EnteredAnswer, answersOnConfirmation } from './answersOnConfirmation';
import { answerOf, defaultEntry, type FieldEntry, readEntry } from './fieldEntry';
import { LocalizedNumbers } from './localizedNumbers';
import { type AskedQuestion, type Choice, choiceValue, linkNames } from './question';
import { maxKeptCharacters } from './questionSizeLimits';
import { hasExpired, isOtherQuestion } from './outdatedLink';
import { unsentAnswers } from './unsentAnswers';

export interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** The contact's choice or the form's values, as shown in the output. */
type Answer = Readonly<Record<string, unknown>>;

/** Only `answered` resumes the workflow. */
export type ResolvedPageLink =
	| {
			kind: 'answered';
			question: AskedQuestion;
			answer: Answer;
			entered: readonly EnteredAnswer[];
			unsent: readonly string[];
	  }
	| {
			kind: 'asked';
			question: AskedQuestion;
			/** The buttons on the page. Forms have no choices. */
			choices: readonly Choice[];
			entries: readonly FieldEntry[];
			isInvalid: boolean;
			/** The time left until the question expires. */
			remainingMs?: number | undefined;
	  }
	/** `alreadyAnswered` means that another answer arrived first. */
	| { kind: 'alreadyAnswered' | 'expired'; question: AskedQuestion; unsent: readonly string[] }
	| { kind: 'closed'; question: AskedQuestion | undefined; unsent: readonly string[] };

/**
 * Only POST requests can answer a question, because link previews, bots, and mail scanners send GET
 * requests.
 *
 * @param now in milliseconds since the epoch
 */
export function resolvePageLink(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedPageLink {
	const isPost = method === 'POST';
	// If the question is closed, the page shows these answers so that the contact can still copy
	// them.
	const unsent = isPost ? unsentAnswers(body) : [];
	if (question === undefined || isOtherQuestion(question, query) || question.form.kind === 'chat') {
		return { kind: 'closed', question, unsent };
	}
	const { form, texts, until } = question;
	if (hasExpired(question, now)) return { kind: 'expired', question, unsent };
	const remainingMs = until === undefined ? undefined : until - now;
	if (form.kind === 'form') {
		const numbers = new LocalizedNumbers(texts.language);
		const entries = form.fields.map((field, index) =>
			isPost ? readEntry(field, index, body, numbers) : defaultEntry(field, numbers),
		);
		const isInvalid = entries.some(({ issue }) => issue !== undefined);
		if (isPost && !isInvalid) {
			const answer = Object.fromEntries(entries.map((entry) => answerOf(entry, numbers)));
			const entered = answersOnConfirmation(entries, numbers);
			return { kind: 'answered', question, answer, entered, unsent };
		}
		const shown = withinKeptLength(entries);
		return { kind: 'asked', question, choices: [], entries: shown, isInvalid, remainingMs };
	}
	const isSingleLink = form.linkLabel !== undefined;
	const fields = isSingleLink ? body : query;
	const value = isRecord(fields) ? fields[linkNames.choice] : undefined;
	const chosen = form.choices.find((choice) => choiceValue(choice) === value);
	if (isPost && chosen !== undefined) {
		const entered = [{ label: texts.pageTitle, text: chosen.label }];
		const answer = { approved: chosen.approved };
		return { kind: 'answered', question, answer, entered, unsent };
	}
	if (!isSingleLink && chosen === undefined) return { kind: 'closed', question, unsent };
	const choices = isSingleLink || chosen === undefined ? form.choices : [chosen];
	const isInvalid = isSingleLink && isPost;
	return { kind: 'asked', question, choices, entries: [], isInvalid, remainingMs };
}

/** Removes long rejected answers if the answers are too long in total to be shown again. */
function withinKeptLength(entries: readonly FieldEntry[]): readonly FieldEntry[] {
	const lengths = entries
		.filter(({ issue }) => issue === 'rejectedLength')
		.map(({ values: [text = ''] }) => text.length);
	if (lengths.reduce((sum, length) => sum + length, 0) <= maxKeptCharacters) return entries;
	return withoutLongTexts(entries);
}

export function withoutLongTexts(entries: readonly FieldEntry[]): readonly FieldEntry[] {
	return entries.map((entry) =>
		entry.issue === 'rejectedLength' ? { ...entry, values: [] } : entry,
	);
}
