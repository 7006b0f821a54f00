import { ApiError } from '../client/apiError';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { TimeZone } from '../scheduling/timeZone';
import type { ItemOutcome } from './itemOutcome';
import { preciseDuration } from './preciseDuration';
import { messageCountOf } from './messageCounts';
import type { DeliverableItem, ReadItem } from './readItems';
import type { SearchMeasurements } from './searchMeasurements';
import { estimatedExecution, type PlannedItem } from './estimatedExecution';
import { outsideHoursText, skipReasonOf } from './skipReasons';
import { counted } from './executionSummary';
import { contactKeyOfOutcome } from './contactKeyOfOutcome';
import { sendOnceKeyOf } from './sendOnceKey';

interface Checked {
	items: readonly ReadItem[];
	/** The outcomes, in item order. */
	outcomes: readonly ItemOutcome[];
	measurements: SearchMeasurements;
	/** Whether the first failure stops sending. A test never stops. */
	stopsAtFirst: boolean;
	/** The time zones of the items' sending hours, by item index. */
	zones: ReadonlyMap<number, TimeZone>;
}

/**
 * Returns a text such as `Would send 9,812 messages to 9,712 contacts in about 6 min 33 s. 88
 * contacts not found, 12 skipped (tagged 'opted-out'), 100 items repeat a contact`. Assumes that no
 * other execution uses the channel.
 *
 * @param startsAt when the items would be sent, in milliseconds since the epoch
 */
export async function previewOf(
	checked: Checked,
	slice: TimeSlice,
	startsAt = Date.now(),
): Promise<string> {
	const { items, outcomes, zones } = checked;
	const planned: PlannedItem[] = [];
	const known = new Set<string>();
	const keys = new Set<string>();
	const skips = new Map<string, number>();
	let notFound = 0;
	let invalid = 0;
	let repeated = 0;
	const skip = (reason: string) => skips.set(reason, (skips.get(reason) ?? 0) + 1);
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		const item = items[itemIndex];
		const key = sendOnceKeyOf(item, outcome);
		const plan = (result: PlannedItem['result']) => {
			if (item?.kind !== 'contact' || item.doubtfulText !== undefined) return;
			const contactKey = isFound(item, outcome) ? contactKeyOfOutcome(item, outcome) : undefined;
			const { zone } = item.settings.sendingWindow ?? {};
			planned.push({
				...{ item: { ...item, checksOnly: false }, contactKey, key, result },
				zone: zone === 'contact' ? zones.get(itemIndex) : zone,
			});
		};
		const isSkipped = key !== undefined && keys.has(key);
		if (outcome.kind === 'done' && item?.kind === 'contact' && item.doubtfulText === undefined) {
			const contactKey = contactKeyOfOutcome(item, outcome);
			if (known.has(contactKey)) repeated += 1;
			plan(isSkipped ? 'repeated' : 'sent');
			if (isSkipped) return;
			if (key !== undefined) keys.add(key);
			known.add(contactKey);
			return;
		}
		// If contacts are read before their messages, the key of a missing contact isn't checked.
		const missing = isSkipped && !isReadFirst(item) ? 'repeated' : 'missing';
		plan(isNotFound(outcome) ? missing : 'unmessaged');
		const reason = skipReasonOf(outcome);
		if (isNotFound(outcome)) notFound += 1;
		else if (reason === undefined) invalid += 1;
		else skip(reason);
	});
	const isSending = planned.some(({ result }) => result === 'sent');
	const { durationMs, outsideHours } = isSending
		? await estimatedExecution(planned, { ...checked, startsAt }, slice)
		: { durationMs: 0, outsideHours: new Map<PlannedItem, number>() };
	const contacts = new Set<string>();
	let messages = 0;
	await mapInSlices(planned, slice, (each) => {
		if (each.result !== 'sent') return;
		const unsent = outsideHours.get(each) ?? 0;
		const sent = messageCountOf(each.item) - unsent;
		messages += sent;
		if (sent > 0) contacts.add(each.contactKey ?? '');
		if (unsent > 0) skip(outsideHoursText);
	});
	const duration = messages === 0 ? '' : ` in about ${preciseDuration(durationMs)}`;
	const notes = [
		...(notFound === 0 ? [] : [`${counted(notFound, 'contacts')} not found`]),
		...[...skips].map(([reason, count]) => `${count.toLocaleString('en-US')} skipped (${reason})`),
		...(invalid === 0 ? [] : [`${counted(invalid, 'items')} can't be sent`]),
		...(repeated === 0
			? []
			: [`${counted(repeated, 'items')} ${repeated === 1 ? 'repeats' : 'repeat'} a contact`]),
	];
	const sent = `${counted(messages, 'messages')} to ${counted(contacts.size, 'contacts')}`;
	return [`Would send ${sent}${duration}.`, ...(notes.length > 0 ? [notes.join(', ')] : [])].join(
		' ',
	);
}

function isReadFirst(item: ReadItem | undefined): boolean {
	if (item?.kind !== 'contact') return false;
	const { settings, tagsToSkip = [] } = item;
	return tagsToSkip.length > 0 || settings.sendingWindow?.zone === 'contact';
}

/** Returns whether the item's contact is known. A contact selected by ID may not exist. */
function isFound(
	{ contact }: DeliverableItem & { kind: 'contact' },
	outcome: ItemOutcome,
): boolean {
	if (contact.kind === 'id' || outcome.kind === 'done') return true;
	return outcome.recipient?.contactId !== undefined;
}

function isNotFound(outcome: ItemOutcome): boolean {
	return (
		outcome.kind !== 'done' &&
		outcome.error instanceof ApiError &&
		outcome.error.reason === 'contactNotFound'
	);
}
