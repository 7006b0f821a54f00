import type { Operation } from '../operations/operation';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { DeliveryRate } from './deliveryRate';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf, messageCountsOf } from './messageCounts';
import { contactKeyOfOutcome } from './contactKeyOfOutcome';
import type { ReadItem } from './readItems';
import { sentEarlier, skipReasonOf } from './skipReasons';

const minReportedWaitMs = 500;

interface Summary {
	items: readonly ReadItem[];
	/** The outcomes, in item order. */
	outcomes: readonly ItemOutcome[];
	wording: Operation['wording'];
	/** Whether to count the contacts who received messages as well. */
	countsContacts: boolean;
	rate: DeliveryRate;
	waitedMs: number;
}

/**
 * Formats a summary, such as `Sent 27 messages to 25 contacts, skipped 1 (contact not found),
 * failed 2; 24.6 per second; waited 1.0 s for the rate limit`. Short waits are omitted.
 * `DeliveryRate` determines when the rate is omitted.
 */
export async function executionSummary(
	{ items, outcomes, wording, countsContacts, rate, waitedMs }: Summary,
	slice = sharedTimeSlicer.slice(),
): Promise<string> {
	let done = 0;
	let failed = 0;
	const contacts = new Set<string>();
	const skips = new Map<string, number>();
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		const item = items[itemIndex];
		const counts = messageCountsOf(outcome, messageCountOf(item));
		done += counts.done;
		failed += counts.failed;
		if (counts.skipped > 0) {
			const reason = skipReasonOf(outcome) ?? sentEarlier;
			skips.set(reason, counts.skipped + (skips.get(reason) ?? 0));
		}
		if (countsContacts && counts.done > 0) contacts.add(contactKeyOfOutcome(item, outcome));
	});
	const { noun, pastParticiple } = wording;
	const verb = `${pastParticiple.charAt(0).toUpperCase()}${pastParticiple.slice(1)}`;
	const sent = countsContacts
		? `${counted(done, noun)} to ${counted(contacts.size, 'contacts')}`
		: countText(done);
	const counts = [
		`${verb} ${sent}`,
		...[...skips].map(([reason, count]) => `skipped ${countText(count)} (${reason})`),
		...(failed === 0 ? [] : [`failed ${countText(failed)}`]),
	];
	const perSecond = rate.final;
	return [
		counts.join(', '),
		...(perSecond === undefined ? [] : [`${perSecond} per second`]),
		...(waitedMs < minReportedWaitMs
			? []
			: [`waited ${(waitedMs / 1_000).toFixed(1)} s for the rate limit`]),
	].join('; ');
}

function countText(count: number): string {
	return count.toLocaleString('en-US');
}

/** @param nouns the noun in the plural */
export function counted(count: number, nouns: string): string {
	return `${countText(count)} ${count === 1 ? nouns.replace(/s$/, '') : nouns}`;
}
