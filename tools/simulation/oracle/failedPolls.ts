import type { TriggerRecording } from '../world/triggerRecording';
import type { Oracle } from './oracle';
import { triggerEvidence, type EndedPoll } from './triggerEvidence';
import { hasStarved } from './triggerTurns';

/** T4: a poll only fails because of an error of the service, or because the results lack the field. */
export const failedPolls: Oracle<TriggerRecording> = (recording) =>
	triggerEvidence(recording).flatMap(({ endedPolls }, trigger) =>
		endedPolls.flatMap(wrongEnd).map((text) => `trigger ${String(trigger)}: ${text}`),
	);

function wrongEnd(poll: EndedPoll): string[] {
	const { error, hasCause, mustFail, events } = poll;
	if (error !== undefined && !hasCause && !hasStarved(poll)) {
		return [`a poll fails without a cause: ${error}`];
	}
	if (error === undefined && mustFail && events === 0) {
		return ['a poll does not fail, although the results lack the searched field'];
	}
	return [];
}
