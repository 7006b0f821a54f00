import type { IDataObject } from 'n8n-workflow';

import { moveRenamedData } from '../../../nodes/ChannelMessagingTrigger/renamedNode';
import { serialize } from '../../../nodes/ChannelMessagingTrigger/storedSnapshot';

const node = { id: '1', name: 'New' };

const snapshot = { contacts: new Map(), baselinePasses: 0, isUnread: false, revision: 1 };

const storedOf = async (nodeId: string, save = 1): Promise<IDataObject> =>
	await serialize(snapshot, { baseline: 'a', process: 'p', nodeId, save });

/** Returns the static data after a poll of the trigger. */
function afterPoll(staticData: Record<string, IDataObject>): Record<string, IDataObject> {
	const data = (staticData['node:New'] ??= {});
	moveRenamedData({ workflow: { staticData } }, node, data);
	return staticData;
}

it('the data of a renamed node moves to its new name', async () => {
	const stored = await storedOf('1');

	expect(afterPoll({ 'node:Old': stored })).toEqual({ 'node:New': stored });
});

it('the data under an earlier name does not replace newer data', async () => {
	const newer = await storedOf('1', 2);

	expect(afterPoll({ 'node:Old': await storedOf('1'), 'node:New': { ...newer } })).toEqual({
		'node:New': newer,
	});
});

it('the data of another trigger that had the same name is removed', async () => {
	expect(afterPoll({ 'node:New': await storedOf('2') })).toEqual({ 'node:New': {} });
});

it('keeps the data of other nodes', async () => {
	const others = {
		global: { count: 1 },
		'node:Code': { last: 'x' },
		'node:Old': await storedOf('2'),
	};

	expect(afterPoll({ ...others })).toEqual({ ...others, 'node:New': {} });
});

it('does nothing if the context contains no data of other nodes', async () => {
	const stored = await storedOf('1');
	const data = { ...stored };
	moveRenamedData({}, node, data);

	expect(data).toEqual(stored);
});
