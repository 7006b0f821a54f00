import type { IDataObject } from 'n8n-workflow';

import type { ChannelCredential } from '../../../nodes/ChannelMessaging/client/credential';
import type { EnteredSettings } from '../../../nodes/ChannelMessagingTrigger/settings';
import { baselineOf } from '../../../nodes/ChannelMessagingTrigger/baselineKey';
import { StateRegistry } from '../../../nodes/ChannelMessagingTrigger/stateRegistry';
import { noLongerMatching } from '../../../nodes/ChannelMessagingTrigger/snapshotDiff';
import { noContent } from '../../../nodes/ChannelMessagingTrigger/watchedContent';
import { VirtualClock } from '../../support/virtualClock';

const lead: EnteredSettings = {
	event: 'contactMatches',
	value: 'lead',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
};

interface Changes {
	trigger?: string;
	settings?: EnteredSettings;
	channel?: string;
	publication?: Parameters<StateRegistry['load']>[4];
}

/** Returns the states of a process, and a function that starts a poll. */
function newProcess(data: IDataObject = {}) {
	const clock = new VirtualClock();
	const states = new StateRegistry(clock);
	const start = async (changes: Changes = {}) => {
		const { trigger = 'trigger', settings = lead, channel = 'a', publication = 'none' } = changes;
		// The baseline depends on no other property of the credential.
		const credential = { channelKey: channel } as ChannelCredential;
		const baseline = baselineOf(credential, settings);
		const poll = await states.load(trigger, data, baseline, settings, publication);
		const { contacts } = poll.kept.state.snapshot;
		return {
			...poll,
			contacts,
			end: async () => await states.keep(trigger, 'node', data, poll),
			includesExisting: settings.includeExisting && poll.kept.state.snapshot.baselinePasses === 0,
		};
	};
	return { clock, start };
}

async function find(poll: Awaited<ReturnType<ReturnType<typeof newProcess>['start']>>, id: string) {
	poll.contacts.set(id, noContent);
	poll.kept.state.snapshot.isUnread = false;
	poll.kept.state.snapshot.revision += 1;
	return await poll.end();
}

const idsIn = ({ contacts }: { contacts: ReadonlyMap<string, unknown> }) => [...contacts.keys()];

it('the state of a trigger is discarded if it has not polled for more than a month', async () => {
	const { clock, start } = newProcess();
	await find(await start(), '1');

	clock.block(31 * 24 * 3_600_000);
	expect((await start()).previous).toBeDefined();

	clock.block(63 * 24 * 3_600_000 + 1);
	await start({ trigger: 'another trigger' });
	expect((await start()).previous).toBeUndefined();
});

it('another process knows the contacts that no longer match according to lookups', async () => {
	const data: IDataObject = {};
	const poll = await newProcess(data).start();
	poll.kept.state.lookedUp.set('1', noLongerMatching);
	await find(poll, '2');

	const { kept } = await newProcess(data).start();
	expect(kept.state.lookedUp.get('1')).toEqual(noLongerMatching);
});

describe('a poll', () => {
	it('changes a copy of the state until it ends', async () => {
		const { start } = newProcess();
		await find(await start(), '1');
		const running = await start();
		running.contacts.set('2', noContent);

		expect(idsIn(await start())).toEqual(['1']);

		expect(await running.end()).toBe(true);
		expect(idsIn(await start())).toEqual(['1', '2']);
	});

	it.each([
		['has another baseline', { channel: 'b' }],
		['publishes the workflow', { publication: 'unpublished' as const }],
	])('that %s leaves the state unchanged if it does not count', async (_, changes) => {
		const { start } = newProcess();
		await find(await start(), '1');
		const running = await start();

		expect(idsIn(await start(changes))).toEqual([]);

		expect(await find(running, '2')).toBe(true);
		expect(idsIn(await start())).toEqual(['1', '2']);
	});

	it('does not count if a newer poll ended first', async () => {
		const { start } = newProcess();
		await find(await start(), '1');
		const running = await start();

		expect(await find(await start({ publication: 'unpublished' }), '2')).toBe(true);

		expect(await find(running, '3')).toBe(false);
		expect(idsIn(await start())).toEqual(['2']);
	});

	it('counts if an older poll with another baseline ended before it', async () => {
		const { start } = newProcess();
		const running = await start();
		const newer = await start({ channel: 'b' });
		await find(running, '1');

		expect(await find(newer, '2')).toBe(true);
		expect(idsIn(await start({ channel: 'b' }))).toEqual(['2']);
	});

	it('does not count if another process saved newer data during the poll', async () => {
		const data = {};
		const [one, other] = [newProcess(data), newProcess(data)];
		await find(await one.start(), '1');
		const running = await one.start();

		expect(await find(await other.start(), '2')).toBe(true);

		expect(await find(running, '3')).toBe(false);
		expect(idsIn(await one.start())).toEqual(['1', '2']);
	});
});

it('static data that an execution has rolled back does not replace newer data in memory', async () => {
	const data = {};
	const [one, other] = [newProcess(data), newProcess(data)];
	await find(await other.start(), '1');
	const rolledBack = structuredClone(data);
	await find(await one.start(), '2');
	await find(await one.start(), '3');

	Object.assign(data, rolledBack);

	const poll = await one.start();
	expect(idsIn(poll)).toEqual(['1', '2', '3']);
	await poll.end();
	expect(idsIn(await newProcess(data).start())).toEqual(['1', '2', '3']);
});

describe('Include Existing Contacts', () => {
	const settings = { ...lead, includeExisting: true };
	const changed = { ...settings, match: { ...lead.match, value: 'vip' }, value: 'vip' };
	/** After a change of the credential's settings for phone numbers. */
	const converted = { ...settings, match: { ...lead.match, otherValues: ['+1'] } };

	it.each([
		['the first publication', {}, true],
		['another channel', { channel: 'b' }, false],
		[
			'a credential that reads the number in another way',
			{ settings: converted, publication: 'edited' },
			false,
		],
		['an unchanged workflow that is published again', { publication: 'unpublished' }, false],
		['changed settings', { settings: changed, publication: 'edited' }, true],
		['static data from before the settings changed', { settings: changed }, false],
	] as const)('with %s: %s', async (_, changes, expected) => {
		const isFirst = Object.keys(changes).length === 0;
		const data = {};
		const process = newProcess(data);
		if (!isFirst) await find(await process.start({ settings, publication: 'unpublished' }), '1');

		for (const { start } of [process, newProcess(data)]) {
			const poll = await start({ settings, ...changes });
			expect(poll.includesExisting).toBe(expected);
		}
	});

	it('includes existing contacts after a change of the channel if the publication had no response', async () => {
		const { start } = newProcess();
		await (await start({ settings, publication: 'unpublished' })).end();

		expect((await start({ settings, channel: 'b' })).includesExisting).toBe(true);
	});

	it('includes no existing contacts if the stored data is unreadable', async () => {
		const { start } = newProcess({ version: 0 });

		expect((await start({ settings })).includesExisting).toBe(false);
	});
});
