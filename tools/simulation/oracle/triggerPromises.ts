import type { TriggerRecording } from '../world/triggerRecording';
import { failedPolls } from './failedPolls';
import { exceptedEvents, falseEvents } from './falseEvents';
import { includedContacts, missingContacts } from './includedContacts';
import { missingEvents, missingEventsOf } from './missingEvents';
import type { Promises } from './oracle';
import { triggerEvidence } from './triggerEvidence';
import { triggerTurns, turnsOfOthers } from './triggerTurns';

/** The promises about triggers. Events that are repeated after a change break T2. */
export const triggerPromises: Promises<TriggerRecording> = {
	T1: missingEvents,
	T2: falseEvents,
	T3: includedContacts,
	T4: failedPolls,
	T5: triggerTurns,
};

/** What the promises except. */
export const triggerExceptions: Promises<TriggerRecording> = {
	T2: exceptedEvents,
	T5: turnsOfOthers,
};

/** Returns whether all events have been reported that must be. */
export function isSettled(recording: TriggerRecording): boolean {
	return triggerEvidence(recording).every(
		(trigger) => missingEventsOf(trigger).length === 0 && missingContacts(trigger).length === 0,
	);
}
