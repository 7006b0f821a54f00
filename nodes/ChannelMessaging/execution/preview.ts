import { ApiError } from '../client/apiError';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { messageKeyFor } from '../sendOnce/messageKey';
import type { ItemOutcome } from './itemOutcome';
import { durationText } from './durationText';
import { messageCountOf } from './messageCounts';
import type { DeliverableItem, ReadItem } from './readItems';
import type { SearchEffort } from './searchEffort';
import { type PlannedItem, estimatedDurationMs } from './estimatedDuration';
import { skipReasonOf } from './skipReasons';
import { contactKeyOf, counted } from './summary';

interface Checked {
	items: readonly ReadItem[];
	/** In item order. */
	outcomes: readonly ItemOutcome[];
	effort: SearchEffort;
	/** Whether the first failure stops sending. A test never stops. */
	stopsAtFirst: boolean;
}

/**
 * Returns a text such as `Would send 9,812 messages to 9,712 contacts in about 6 min 33 s. 88
 * contacts not found, 12 skipped (tagged 'opted-out'), 100 items repeat a contact`. The estimated
 * time assumes that no other execution uses the channel.
 */
export async function previewOf(checked: Checked, slice: TimeSlice): Promise<string> {
	const { items, outcomes } = checked;
	const planned: PlannedItem[] = [];
	const contacts = new Set<string>();
	const keys = new Set<string>();
	const skips = new Map<string, number>();
	let notFound = 0;
	let invalid = 0;
	let repeated = 0;
	let messages = 0;
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		const item = items[itemIndex];
		const key = item?.kind === 'contact' ? keyOf(item, outcome) : undefined;
		const plan = (result: PlannedItem['result']) => {
			if (item?.kind !== 'contact' || item.doubtfulText !== undefined) return;
			const contactKey = isFound(item, outcome) ? contactKeyOf(item, outcome) : undefined;
			planned.push({ item: { ...item, checksOnly: false }, contactKey, key, result });
		};
		const isSkipped = key !== undefined && keys.has(key);
		if (outcome.kind === 'done' && item?.kind === 'contact' && item.doubtfulText === undefined) {
			const contactKey = contactKeyOf(item, outcome);
			if (contacts.has(contactKey)) repeated += 1;
			plan(isSkipped ? 'repeated' : 'sent');
			if (isSkipped) return;
			if (key !== undefined) keys.add(key);
			contacts.add(contactKey);
			messages += messageCountOf(item);
			return;
		}
		// The key of a missing contact isn't checked if contacts are read before their messages.
		const missing = isSkipped && !isReadFirst(item) ? 'repeated' : 'missing';
		plan(isNotFound(outcome) ? missing : 'unmessaged');
		const reason = skipReasonOf(outcome);
		if (isNotFound(outcome)) notFound += 1;
		else if (reason === undefined) invalid += 1;
		else skips.set(reason, (skips.get(reason) ?? 0) + 1);
	});
	const time = messages === 0 ? 0 : await estimatedDurationMs(planned, checked, slice);
	const duration = messages === 0 ? '' : ` in about ${durationText(time)}`;
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

/** Returns the *Send Once* key, which doesn't include the channel. */
function keyOf({ sendOnce }: DeliverableItem, outcome: ItemOutcome): string | undefined {
	const contactId =
		outcome.kind === 'done' ? outcome.result[0]?.contactId : outcome.recipient?.contactId;
	return sendOnce !== undefined && typeof contactId === 'string'
		? messageKeyFor(sendOnce, contactId).text
		: undefined;
}

function isReadFirst(item: ReadItem | undefined): boolean {
	if (item?.kind !== 'contact') return false;
	const { settings, tagsToSkip = [] } = item;
	return tagsToSkip.length > 0 || settings.sendingWindow?.zone === 'contact';
}

/** Returns whether the item's contact is known. A contact that was selected by ID may not exist. */
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
