import { isRecord } from '../api/record';
import { type AskedQuestion, type Choice, linkNames } from './question';

/** What somebody who has a link asks of n8n. */
export interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** What the workflow gets. */
export type Answer = { approved: boolean } | { text: string };

/** What comes of a visit. Only `answered` lets the workflow go on. */
export type Visit =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| { kind: 'asked'; question: AskedQuestion; choice: Choice | undefined; isEmpty: boolean }
	/** By `alreadyAnswered`, another answer came at the same moment and was first. */
	| { kind: 'alreadyAnswered' | 'closed' | 'expired' };

/**
 * What a request of a link means. Previews, bots and mail scanners fetch links: nothing but a POST
 * answers.
 *
 * @param question the one that the execution waits with; undefined where it is unknown
 * @param now milliseconds since 1970
 */
export function visit(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): Visit {
	if (question === undefined || !isRecord(query)) return { kind: 'closed' };
	if (query[linkNames.question] !== question.id) return { kind: 'closed' };
	// n8n looks only once a minute which executions have waited long enough.
	if (question.until !== undefined && now >= question.until) return { kind: 'expired' };
	const isPost = method === 'POST';
	if (question.form.kind === 'approval') {
		const choice = question.form.choices.find(
			({ approved }) => String(approved) === query[linkNames.approved],
		);
		if (choice === undefined) return { kind: 'closed' };
		return isPost
			? { kind: 'answered', question, answer: { approved: choice.approved } }
			: { kind: 'asked', question, choice, isEmpty: false };
	}
	const text = isPost ? textOf(body) : '';
	return text.trim() === ''
		? { kind: 'asked', question, choice: undefined, isEmpty: isPost }
		: { kind: 'answered', question, answer: { text } };
}

/** The text of the form, with line breaks as n8n has them: browsers send CRLF. */
function textOf(body: unknown): string {
	const text = isRecord(body) ? body.text : undefined;
	return typeof text === 'string' ? text.replace(/\r\n/g, '\n') : '';
}
