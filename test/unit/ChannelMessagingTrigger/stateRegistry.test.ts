import { StateRegistry } from '../../../nodes/ChannelMessagingTrigger/stateRegistry';
import { VirtualClock } from '../../support/virtualClock';

const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
} as const;

/** Returns the states of a process, and a function that starts a poll. */
function newProcess() {
	const clock = new VirtualClock();
	const states = new StateRegistry(clock);
	const load = async (baseline: string, trigger = 'trigger') =>
		(await states.load(trigger, {}, baseline, settings)).kept;
	return { clock, states, load };
}

it('the state of a trigger is discarded if it has not polled for more than a month', async () => {
	const { clock, states, load } = newProcess();
	const kept = await load('a');
	states.keep('trigger', kept);

	clock.block(31 * 24 * 3_600_000);
	expect(await load('a')).toBe(kept);

	clock.block(33 * 24 * 3_600_000);
	await load('a', 'another trigger');
	expect(await load('a')).not.toBe(kept);
});

it('a baseline without a response does not replace the state of a trigger', async () => {
	const { states, load } = newProcess();
	const kept = await load('a');
	states.keep('trigger', kept);

	await load('b');

	expect(await load('a')).toBe(kept);
});

it('a poll does not keep its state if a concurrent poll has replaced it', async () => {
	const { states, load } = newProcess();
	const before = await load('a');
	states.keep('trigger', before);
	const after = await load('b');

	expect(states.keep('trigger', after)).toBe(true);
	expect(states.keep('trigger', before)).toBe(false);
	expect(states.keep('trigger', after)).toBe(true);
});
