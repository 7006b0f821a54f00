import { repository } from '../../../test/support/repository';
import { VirtualClock } from '../../../test/support/virtualClock';
import {
	burstChange,
	type ChangesDuringPoll,
	type Overlap,
	type TriggerEvent,
	type TriggerHistory,
} from '../history/triggerHistory';
import { tokens } from './items';
import { TriggerN8n } from './triggerN8n';
import type { TriggerRecording } from './triggerRecording';
import { TriggerService } from './triggerService';

const minuteMs = 60_000;

/** The statuses of the second channel's contacts. */
const otherContacts = ['lead', 'customer', 'lead', 'lead'];

/**
 * Runs a history of triggers on a virtual clock, and then polls without further changes until
 * `isSettled` returns `true`, or for a number of polls that must suffice.
 *
 * @param folder the folder of the package's code
 */
export async function simulateTrigger(
	history: TriggerHistory,
	isSettled: (recording: TriggerRecording) => boolean,
	folder = repository,
): Promise<TriggerRecording> {
	const clock = new VirtualClock();
	const service = new TriggerService(history, clock);
	const n8n = new TriggerN8n(history, service, clock, folder);
	const poll = async (during: readonly ChangesDuringPoll[] = [], overlap?: Overlap) => {
		await clock.sleep(minuteMs - (clock.now() % minuteMs));
		let overlapping: Promise<void> | undefined;
		service.schedule(
			during,
			overlap && {
				requests: overlap.requests,
				start: () => {
					overlapping = apply(overlap.event);
				},
			},
		);
		await n8n.poll();
		service.applyRest();
		await overlapping;
	};
	const apply = async (event: Overlap['event'] | TriggerEvent) => {
		switch (event.kind) {
			case 'contactChange':
				service.change(event.change);
				break;
			case 'burst':
				for (let contact = 0; contact < event.count; contact += 1) {
					service.change(burstChange(event, contact));
				}
				break;
			case 'poll':
				await poll(event.during, event.overlap);
				break;
			case 'polls':
				for (let count = 0; count < event.count; count += 1) await poll();
				break;
			case 'publish':
				await n8n.publish(event);
				break;
			case 'unpublish':
				n8n.unpublish();
				break;
			case 'takeover':
				await n8n.takeOver();
				break;
			case 'nextPoll':
				await n8n.pollAgain();
				break;
			case 'credential':
				n8n.changeCredential(event.channel);
				break;
			case 'restart':
				await n8n.restart();
				break;
			case 'otherProcess':
				await n8n.changeMachine();
				break;
			case 'executionStarts':
				n8n.startExecution();
				break;
			case 'executionEnds':
				n8n.endExecution();
				break;
			case 'restoredData':
				n8n.restoreStaticData(event.saves);
				break;
			case 'fault':
				service.addFault(event.fault);
				break;
			case 'repair':
				service.repair();
		}
	};
	const run = async (): Promise<TriggerRecording> => {
		for (const [channel, statuses] of [history.initial, otherContacts].entries()) {
			for (const [position, value] of statuses.entries()) {
				const city = position % 2 === 0 ? [{ name: 'city', value: 'Vigo' }] : [];
				const fields = [{ name: 'status', value }, ...city];
				service.change({ kind: 'create', fields }, tokens[channel]);
			}
		}
		// These contacts are in the search results.
		await clock.sleep(2 * history.search.lagMs);
		await poll();
		for (const event of history.events) {
			await clock.sleep(1_000);
			await apply(event);
		}
		service.repair(['lookup', 'page']);
		n8n.publishAgain();
		const { facts, contacts, failingPages } = service;
		const quietSince = clock.date();
		await clock.sleep(history.search.lagMs);
		const recording = () => ({
			...{ history, facts, contacts, quietSince, failingPages },
			endedAt: clock.date(),
		});
		const polls = pollsToSettle(history, contacts);
		for (let count = 0; count < polls; count += 1) {
			await poll();
			// Both processes of the durable scheduler poll.
			if (history.scheduling !== 'classic' && count % 3 === 0) await n8n.changeMachine();
			if (count >= 3 && isSettled(recording())) break;
		}
		for (let count = 0; count < 2; count += 1) await poll();
		return recording();
	};
	return await clock.run(run());
}

/** Returns the number of polls within which a trigger must notice all changes. */
function pollsToSettle(
	{ requestsPerMinute, scheduling, search, triggers }: TriggerHistory,
	contacts: TriggerRecording['contacts'],
): number {
	const count = Math.max(...[...contacts.values()].map((channel) => channel.ids().length));
	// Searches for two values have up to two pages more.
	const requests = count + Math.ceil(count / search.pageSize) + 2;
	const perPoll = requestsPerMinute / 2 / triggers.length;
	// Without a stable order, a pass misses about a third of the contacts.
	const passes = (search.order === 'unstable' ? 24 : 6) * (triggers.length > 2 ? 2 : 1);
	const polls = passes * Math.ceil(requests / perPoll) + 8;
	return scheduling === 'classic' ? polls : 2 * polls;
}
