import {
	contactIdIn,
	type Evidence,
	type ExecutionEvidence,
	fetchedId,
	type Oracle,
} from './evidence';

/** The documented maximum difference, as a fraction. */
const maxDifference = 0.1;

/** Durations are rounded to seconds, or from an hour to minutes, and are at least one second. */
const roundingMs = { seconds: 1_000, minutes: 30_000 } as const;

const preview =
	/Would send ([\d,]+) messages? to ([\d,]+) contacts?(?: in about (?:(\d+) h ?)?(?:(\d+) min ?)?(?:(\d+) s)?)?\./;

/**
 * *Test Without Sending* sends no message. If the next execution is the same one without the option,
 * it sends as many messages to as many contacts as the test said, and takes as long, up to 10%. If
 * sending hours begin or end during the execution, the counts differ by at most 10%, and by what can
 * be sent in the time that the test takes, because the real execution starts that much earlier.
 */
export const previews: Oracle = (evidence) =>
	evidence.executions
		.filter(({ plan }) => plan.testsOnly)
		.flatMap((test) => {
			const { number, requests } = test;
			const name = `The test in execution ${String(number)}`;
			const sent = requests.filter(({ method }) => method !== 'GET').length;
			return [
				sent > 0 ? `${name} sent ${String(sent)} requests` : undefined,
				wrongPreview(evidence, test, name),
			];
		});

/** Whether some messages may be outside the sending hours. */
function isLimited({ sendingHours }: ExecutionEvidence['plan']): boolean {
	return sendingHours !== undefined && sendingHours.until - sendingHours.from < 24 * 60;
}

function wrongPreview(
	{ executions, history }: Evidence,
	{ number, plan, ended }: ExecutionEvidence,
	name: string,
): string | undefined {
	const next = executions[number + 1];
	const isHealthy = history.events.every(
		({ kind }) => kind === 'executions' || kind === 'contactChange',
	);
	const isSame = JSON.stringify({ ...plan, testsOnly: false }) === JSON.stringify(next?.plan);
	const [attempt] = next?.ended ?? [];
	if (next === undefined || !isHealthy || !isSame || attempt?.output === undefined)
		return undefined;
	const match = preview.exec(ended[0]?.hints.join('\n') ?? '');
	if (match === null) return ended[0]?.error && `${name} shows no result`;
	const [messages = 0, contacts = 0] = match
		.slice(1, 3)
		.map((text) => Number(text.replaceAll(',', '')));
	const accepted = next.requests.filter((request) => request.accepted && request.method === 'POST');
	const receivers = new Set(
		accepted.map((request) => `${request.token} ${fetchedId(contactIdIn(request) ?? '')}`),
	);
	const shiftMs = isLimited(plan) ? (ended[0]?.endedAt ?? 0) - (ended[0]?.startedAt ?? 0) : 0;
	const { messagesPerMinute } = plan;
	const perSecond =
		messagesPerMinute > 0 ? messagesPerMinute / 60 : history.conditions.messagesPerSecond;
	const maxFewer = isLimited(plan) ? 1 + Math.ceil((shiftMs / 1_000) * perSecond) : 0;
	const isCount = (count: number, real: number) =>
		Math.abs(count - real) <= maxFewer + (isLimited(plan) ? real * maxDifference : 0);
	if (!isCount(messages, accepted.length) || !isCount(contacts, receivers.size)) {
		return `${name} counts ${String(messages)} messages to ${String(contacts)} contacts, but ${String(accepted.length)} were sent to ${String(receivers.size)}`;
	}
	const [hours = 0, minutes = 0, seconds = 0] = match.slice(3).map((text) => Number(text || 0));
	const estimateMs = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
	const realMs = attempt.endedAt - attempt.startedAt;
	const rounding = hours > 0 ? roundingMs.minutes : roundingMs.seconds;
	const maxMs = realMs * maxDifference + rounding + shiftMs;
	return messages > 0 && Math.abs(estimateMs - realMs) > maxMs
		? `${name} estimates ${String(estimateMs / 1_000)} s, but sending took ${String(realMs / 1_000)} s`
		: undefined;
}
