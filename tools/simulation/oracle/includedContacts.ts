import type { TriggerRecording } from '../world/triggerRecording';
import type { Oracle } from './oracle';
import { isReadable } from './readableContacts';
import { triggerEvidence, type TriggerEvidence } from './triggerEvidence';
import { matchesOf } from './watchedContacts';

/** T3: *Include Existing Contacts* reports the contacts that match at the beginning. */
export const includedContacts: Oracle<TriggerRecording> = (recording) =>
	triggerEvidence(recording).flatMap((trigger, index) =>
		missingContacts(trigger).map((id) => `trigger ${String(index)}: contact ${id} is not included`),
	);

/** Returns the existing contacts that have not been reported. */
export function missingContacts(trigger: TriggerEvidence): string[] {
	return trigger.pollingMemories().flatMap((memory) => {
		const { settings, contacts, since, includesExisting, events } = memory.epoch;
		if (!includesExisting || settings.event !== 'contactMatches') return [];
		return contacts.ids().filter((id) => {
			const match = matchesOf(contacts, id, settings).at(-1);
			if (match === undefined || match.until !== Infinity || match.since > since) return false;
			const isReported = events.some((event) => event.id === id && event.at >= since);
			return !isReported && isReadable(trigger, memory, id, match.since);
		});
	});
}
