import { TriggerStates } from '../../../nodes/ChannelMessagingTrigger/triggerStates';
import { VirtualClock } from '../../support/virtualClock';

const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
} as const;

it('the state of a trigger is discarded if it has not polled for more than a month', async () => {
	const clock = new VirtualClock();
	const states = new TriggerStates(clock);
	const load = async (trigger: string) =>
		(await states.load(trigger, {}, 'baseline', settings)).kept;
	const kept = await load('one');

	clock.block(31 * 24 * 3_600_000);
	await load('another');
	expect(states.isCurrent('one', kept)).toBe(true);

	clock.block(2 * 24 * 3_600_000);
	await load('another');
	expect(states.isCurrent('one', kept)).toBe(false);
});
