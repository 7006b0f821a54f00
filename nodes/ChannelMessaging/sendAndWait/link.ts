import { isRecord } from '../client/model';
import { answerOf, type FieldEntry, readEntry } from './fieldEntry';
import { type AskedQuestion, type Choice, choiceValue, linkNames } from './question';

interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** The workflow receives the contact's choice, or the values of the form fields. */
type Answer = Readonly<Record<string, unknown>>;

/**
 * The result of a request to a question's link. Only the result `answered` resumes the workflow.
 */
export type ResolvedLink =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| {
			kind: 'asked';
			question: AskedQuestion;
			/** Empty if the question has a form instead of choices. */
			choices: readonly Choice[];
			entries: readonly FieldEntry[];
			isInvalid: boolean;
	  }
	/** `alreadyAnswered` means that another answer to the question arrived first. */
	| { kind: 'alreadyAnswered' | 'expired'; question: AskedQuestion }
	| { kind: 'closed'; question: AskedQuestion | undefined };

/**
 * Only POST requests can submit an answer, because link previews, bots, and mail scanners send GET
 * requests.
 *
 * @param now milliseconds since the epoch
 */
export function resolveLink(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedLink {
	if (question === undefined || !isRecord(query)) return { kind: 'closed', question };
	if (query[linkNames.question] !== question.id) return { kind: 'closed', question };
	// n8n may end a short wait up to a minute late. An execution can therefore still be waiting after
	// the time limit.
	if (question.until !== undefined && now >= question.until) return { kind: 'expired', question };
	const isPost = method === 'POST';
	const { form } = question;
	if (form.kind === 'form') {
		const entries = form.fields.map((field, index) =>
			isPost ? readEntry(field, index, body) : { field, values: field.defaultValues },
		);
		const isInvalid = entries.some(({ issue }) => issue !== undefined);
		return isPost && !isInvalid
			? { kind: 'answered', question, answer: Object.fromEntries(entries.map(answerOf)) }
			: { kind: 'asked', question, choices: [], entries, isInvalid };
	}
	const isSingleLink = form.linkLabel !== undefined;
	const fields = isSingleLink ? body : query;
	const value = isRecord(fields) ? fields[linkNames.choice] : undefined;
	const chosen = form.choices.find((choice) => choiceValue(choice) === value);
	if (isPost && chosen !== undefined) {
		return { kind: 'answered', question, answer: { approved: chosen.approved } };
	}
	if (isSingleLink) {
		const { choices } = form;
		return { kind: 'asked', question, choices, entries: [], isInvalid: isPost };
	}
	if (chosen === undefined) return { kind: 'closed', question };
	return { kind: 'asked', question, choices: [chosen], entries: [], isInvalid: false };
}
