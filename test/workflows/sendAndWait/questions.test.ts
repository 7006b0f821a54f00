import type { IRunExecutionData } from 'n8n-workflow';

import { retryOnFail, sendAndWait } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const containing = (text: string) => expect.stringContaining(text) as string;

afterEach(() => {
	jest.restoreAllMocks();
});

it('a question is sent once, and its node waits, even if the input item has an `error` field', async () => {
	// In a Continue mode, n8n retries the node if its first output item contains an error.
	const { status, items, hints } = await channel.runNode({
		parameters: sendAndWait(),
		items: [{ contactId: '7', error: 'from an earlier node' }],
		settings: { onError: 'continueRegularOutput', ...retryOnFail },
	});

	expect(status).toBe('waiting');
	expect(items).toMatchObject([{ json: { contactId: '7' } }]);
	expect(hints).toMatchObject([
		{ type: 'info', message: 'Sent 1' },
		{ type: 'warning', message: containing('leads to localhost') },
	]);
	expect(channel.service.messages).toHaveLength(1);
});

it('the items that n8n outputs without an answer contain no earlier answer, even with Execute Once', async () => {
	const data = { approved: true, respondedAt: '2030-01-31T18:00:00.000Z' };
	const { storedData } = await channel.runNode({
		parameters: sendAndWait(),
		items: [
			{ contactId: '7', data },
			{ contactId: '8', data },
		],
		settings: { executeOnce: true },
	});

	const { executionData } = JSON.parse(storedData) as IRunExecutionData;
	const waiting = executionData?.nodeExecutionStack[0]?.data.main?.[0];
	expect(waiting?.map(({ json }) => json)).toEqual([{ contactId: '7' }, { contactId: '8' }]);
});

it('several questions are rejected before anything is sent', async () => {
	const { error } = await channel.runNode({
		parameters: sendAndWait(),
		items: [{ contactId: '7' }, { contactId: '8' }],
	});

	expect(error?.message).toContain('accepts one item at a time, but received 2');
	expect(error?.description).toMatch(/Loop Over Items.*Execute Sub-workflow/);
	expect(channel.service.requests).toEqual([]);
});

it('a question is not resent after its time limit', async () => {
	channel.service.faults.add({
		fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	});
	const limit = Date.now() + 60_000;
	const maxDateAndTime = new Date(limit).toISOString();
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime };

	const { error } = await channel.runNode({
		parameters: sendAndWait({ options: { limitWaitTime: { values } } }),
		items: [{ contactId: '7' }],
		beforeRequest: (request) => {
			jest.spyOn(Date, 'now').mockReturnValue(limit);
			return request;
		},
	});

	expect(error?.message).toContain("'Max Date and Time' passed before");
	expect(channel.service.requests).toMatchObject([{ status: 429 }]);
});
