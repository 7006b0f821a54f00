import type { INode } from 'n8n-workflow';

import type { Fault } from '../../support/service';
import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

const items = Array.from({ length: 20 }, (_, index) => ({
	contactId: `contact ${String(index)}`,
	text: `Message ${String(index)}`,
}));

/** Adds a fault to the first request of an item. */
function addFault(item: number, fault: Fault): void {
	channel.service.faults.add({ match: { contactId: `contact ${String(item)}` }, fault });
}

/** Returns how often the service accepted each item's message. */
function acceptedCounts(): number[] {
	return items.map(
		({ contactId }) =>
			channel.service.messages.filter((message) => message.contactId === contactId).length,
	);
}

const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

async function send(onError: NonNullable<INode['onError']>) {
	return await channel.runNode({
		parameters: sendText(),
		items,
		settings: { ...retryOnFail, onError },
	});
}

describe('Retry On Fail', () => {
	/** Adds faults to the first four items. */
	function addFaults(): void {
		// In a Continue mode, n8n retries the node only if the first item fails.
		addFault(0, { kind: 'connectionLost', when: 'afterEffect' });
		addFault(1, { kind: 'status', status: 500 });
		addFault(2, { kind: 'status', status: 403 });
		addFault(3, { kind: 'status', status: 429, headers: { 'retry-after': '0' } });
	}

	it('resends only messages that were not sent', async () => {
		addFaults();

		const { items: output } = await send('continueRegularOutput');

		expect(acceptedCounts()).toEqual([1, 0, ...items.slice(2).map(() => 1)]);
		expect(output.slice(0, 3).map(({ json }) => json)).toMatchObject([
			{
				error: { message: 'The connection to the service was lost [item 0]', outcome: 'unknown' },
			},
			{ error: { message: 'The service failed (500) [item 1]', outcome: 'unknown' } },
			{ status: 'Success' },
		]);
	});

	it('lists possibly sent items in the error that stops the workflow', async () => {
		addFaults();

		const { error } = await send('stopWorkflow');

		expect(Math.max(...acceptedCounts())).toBe(1);
		expect(error).toMatchObject({
			message: 'The connection to the service was lost [item 0]',
			description: expect.stringMatching(/Possibly sent: items? 0/) as string,
		});
	});

	it('sends rejected and unsent messages, and no others, after a failure stopped an attempt', async () => {
		addFault(0, { kind: 'status', status: 403 });

		const { items: output } = await send('stopWorkflow');

		expect(acceptedCounts()).toEqual(items.map(() => 1));
		expect(output).toHaveLength(items.length);
	});

	it('sends all messages after a 401, which stopped the first attempt', async () => {
		channel.service.faults.add({ fault: { kind: 'status', status: 401 } });
		const toOneContact = ['One', 'Two'].map((text) => ({ contactId: '1', text }));

		await channel.runNode({
			parameters: sendText(),
			items: toOneContact,
			settings: retryOnFail,
		});

		expect(channel.texts).toEqual(['One', 'Two']);
		expect(channel.service.requests).toHaveLength(3);
	});
});

it("'Retry When Unsure' resends a message after a lost connection", async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	await channel.runNode({
		parameters: sendText({ contactId: '1', text: 'Hi', options: { resendWhenUnsure: true } }),
	});

	expect(channel.texts).toEqual(['Hi', 'Hi']);
});
