import { VirtualClock } from '../../../test/support/virtualClock';
import type { ChangingContacts } from './contacts';
import type { ChannelName, Step, TriggerHistory } from './history';
import type { Fact } from './recording';
import { TriggerService } from './service';
import { SimulatedN8n } from './simulatedN8n';

const minuteMs = 60_000;

/** What remains broken at the end of a history. Everything else is repaired. */
const lasting: ReadonlySet<string> = new Set(['lookup', 'page']);

export interface Recording {
	facts: readonly Fact[];
	channels: Readonly<Record<ChannelName, ChangingContacts>>;
	/** When changes and the repair of faults ended. */
	quietSince: number;
	/** The numbers of pages that fail until the end. */
	failingPages: readonly number[];
	endedAt: number;
}

/**
 * Plays a history, and then polls without further changes until `isSettled` returns `true`, or for
 * a number of polls that must suffice.
 */
export async function play(
	history: TriggerHistory,
	isSettled: (recording: Recording) => boolean,
): Promise<Recording> {
	const clock = new VirtualClock();
	const service = new TriggerService(history.search, clock);
	const n8n = new SimulatedN8n(history, service, clock);
	for (const value of history.initial) {
		service.channels.a.apply({ kind: 'create', value, lacksId: false }, 0);
	}
	for (const value of ['lead', 'customer', 'lead', 'lead'] as const) {
		service.channels.b.apply({ kind: 'create', value, lacksId: false }, 0);
	}
	const nextMinute = async () => {
		await clock.sleep(minuteMs - (clock.now() % minuteMs));
	};
	const poll = async (during: Parameters<TriggerService['schedule']>[0] = []) => {
		await nextMinute();
		service.schedule(during);
		await n8n.poll();
		service.applyRest();
	};
	const take = async (step: Step) => {
		await clock.sleep(1_000);
		switch (step.kind) {
			case 'change':
				service.channels.a.apply(step.change, clock.now());
				break;
			case 'poll':
				await poll(step.during);
				break;
			case 'polls':
				for (let count = 0; count < step.count; count += 1) await poll();
				break;
			case 'publish':
				await n8n.publish(step.trigger, step.changes);
				break;
			case 'credential':
				n8n.channel = step.channel;
				break;
			case 'restart':
				await n8n.restart();
				break;
			case 'otherProcess':
				await n8n.changeMachine();
				break;
			case 'fault':
				service.faults.push({ ...step.fault });
				break;
			case 'repair':
				service.faults = [];
		}
	};
	const run = async (): Promise<Recording> => {
		// The contacts of the beginning are in the search results.
		await clock.sleep(2 * history.search.lagMs);
		await poll();
		for (const step of history.steps) await take(step);
		service.faults = service.faults.filter(({ kind }) => lasting.has(kind));
		const failingPages = service.faults.flatMap((fault) =>
			fault.kind === 'page' ? [fault.page] : [],
		);
		const quietSince = clock.now();
		await clock.sleep(history.search.lagMs);
		const recording = (): Recording => ({
			facts: service.facts,
			channels: service.channels,
			quietSince,
			failingPages,
			endedAt: clock.now(),
		});
		const polls = pollsToSettle(history, service.channels);
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

/** The number of polls in which a trigger must notice all changes: six passes with their lookups. */
function pollsToSettle(
	{ requestsPerMinute, scheduling, search, triggers }: TriggerHistory,
	{ a, b }: Recording['channels'],
): number {
	const contacts = Math.max(a.ids.length, b.ids.length);
	const requests = contacts + Math.ceil(contacts / search.pageSize) + 1;
	const perPoll = Math.max(1, Math.floor(requestsPerMinute / 2 / triggers.length));
	const polls = 6 * Math.ceil(requests / perPoll) + 8;
	return scheduling === 'classic' ? polls : 2 * polls;
}
