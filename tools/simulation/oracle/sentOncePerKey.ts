import { keyOf } from '../world/items';
import { type Evidence, isUncertain, type ItemEvidence, type Oracle, outputOf } from './evidence';
import { interleaved } from './interleaved';

/**
 * M7: with *Send Once per Key*, at most one message per key is accepted in one process, also across
 * executions, restarts after a crash, and cancellations. A message is only skipped if a message with
 * its key was sent, or may have been. The advice after a failure doesn't skip the message for good.
 * All messages of an item are sent before those of the next item with its key.
 */
export const sentOncePerKey: Oracle = (evidence) => {
	const { history, items } = evidence;
	const crashes = history.events.some(({ kind }) => kind === 'crash');
	// n8n's store is not atomic: workers can overwrite each other's keys.
	if (crashes && history.workers > 1) return [];
	const keyed = items.filter(({ key }) => key !== undefined);
	const accepted = new Map<string, string>();
	const others = interleaved(
		keyed,
		({ execution: { plan }, itemIndex }, { attempt }) => keyOf(plan, itemIndex, attempt) ?? '',
	);
	const violations = keyed.flatMap((item) => {
		const { plan, worker } = item.execution;
		const twice = item.messages.map((requests, position) => {
			const id = `${String(worker)} ${String(plan.workflow)} ${String(position)} ${String(item.key)}`;
			const times = requests.filter((request) => request.accepted).length;
			const other = accepted.get(id);
			if (times > 0) accepted.set(id, item.name);
			return times > 0 && other !== undefined
				? `Message ${String(position)} of ${item.name} and of ${other} have the same key, and both were accepted`
				: undefined;
		});
		return [
			...twice,
			lostKey(evidence, item),
			unfoundedSkip(evidence, keyed, item),
			wrongAdvice(evidence, item),
		];
	});
	return [...others, ...violations];
};

/** A key without which a later execution would send the message again. */
function lostKey(
	{ history, isKeyStored }: Evidence,
	{ name, key = '', execution: { plan }, messages }: ItemEvidence,
): string | undefined {
	const isAccepted = messages[0]?.some(({ accepted }) => accepted) === true;
	return history.workers === 1 && isAccepted && !isKeyStored(plan.workflow, key)
		? `${name} was accepted, but its key isn't stored`
		: undefined;
}

function unfoundedSkip(
	{ history }: Evidence,
	keyed: readonly ItemEvidence[],
	item: ItemEvidence,
): string | undefined {
	const interruptions = ['crash', 'stop', 'storeFailure'];
	if (history.events.some(({ kind }) => interruptions.includes(kind))) return undefined;
	const skipped = item.reports.find(
		({ outcome, text }) => outcome === 'skipped' && text === '' && item.execution.plan.keys > 0,
	);
	const { plan } = item.execution;
	if (skipped === undefined) return undefined;
	const [json] = outputOf(skipped, item.itemIndex);
	if (json?.['reason'] !== 'alreadySent') return undefined;
	// Until a message may have been sent or was skipped, each attempt has its own key.
	const keepsKey =
		item.requests.some((request) => request.accepted || isUncertain(request)) ||
		item.reports.some(({ text }) => text.includes('skipped because of the key'));
	const skippedKey = keepsKey ? item.key : keyOf(plan, item.itemIndex, skipped.number);
	const isKnown = keyed.some(
		({ key, execution, requests }) =>
			key === skippedKey &&
			execution.plan.workflow === plan.workflow &&
			requests.some(
				(request) =>
					// Another worker stores a key before it sends the message.
					(request.writtenAt < skipped.attempt.endedAt ||
						execution.worker !== item.execution.worker) &&
					(request.accepted ||
						isUncertain(request) ||
						// n8n's store is not atomic: a worker can restore a key that another one removed.
						history.workers > 1),
			),
	);
	return isKnown
		? undefined
		: `${item.name} was skipped, but no message with its key can have been sent`;
}

function wrongAdvice({ isKeyStored, items }: Evidence, item: ItemEvidence): string | undefined {
	const { plan } = item.execution;
	const last = item.reports.at(-1);
	const { text = '' } = last ?? {};
	const isAdvised = /\brun th(?:e workflow|is item) again/i.test(text) && !/another key/.test(text);
	const isLost =
		isAdvised &&
		item.requests.length === 0 &&
		item.execution.items.filter(({ key }) => key === item.key).length === 1 &&
		// A message that another execution sent, or skipped because it was sent, is rightly skipped.
		!items.some(
			({ key, reports, requests }) =>
				key === item.key &&
				(requests.length > 0 || reports.some(({ outcome }) => outcome === 'skipped')),
		) &&
		isKeyStored(plan.workflow, item.key ?? '');
	return isLost ? `${item.name} would be skipped if it ran again, as advised: ${text}` : undefined;
}
