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

const send = async (onError: INode['onError'], retryOnFail: boolean, options = {}) =>
	await channel.runNode({
		parameters: sendText({ options }),
		items,
		settings: {
			...(onError === undefined ? {} : { onError }),
			retryOnFail,
			maxTries: 3,
			waitBetweenTries: 1,
		},
	});

describe.each([false, true])('an execution with Retry On Fail %s', (retryOnFail) => {
	// In a Continue mode, n8n retries the node only if the first item fails.
	beforeEach(() => {
		addFault(0, { kind: 'connectionLost', when: 'afterEffect' });
		addFault(1, { kind: 'status', status: 500 });
		addFault(2, { kind: 'status', status: 403 });
		addFault(3, { kind: 'status', status: 429, headers: { 'retry-after': '0' } });
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'resends only messages that were not sent (On Error: %s)',
		async (onError) => {
			const { items: output, errorItems } = await send(onError, retryOnFail);

			const others = items.slice(4).map(() => 1);
			expect(acceptedCounts()).toEqual([1, 0, retryOnFail ? 1 : 0, 1, ...others]);
			const failed = [...output, ...errorItems].filter(({ json }) => json.error !== undefined);
			expect(failed.slice(0, 2).map(({ json }) => json.error)).toMatchObject([
				{
					message: 'The connection to the service was lost [item 0]',
					outcome: 'unknown',
				},
				{
					message: 'The service failed (500) [item 1]',
					outcome: 'unknown',
				},
			]);
		},
	);

	it('lists possibly sent items in the error (On Error: stopWorkflow)', async () => {
		const { error } = await send('stopWorkflow', retryOnFail);

		expect(Math.max(...acceptedCounts())).toBe(1);
		expect(error).toMatchObject({
			message: 'The connection to the service was lost [item 0]',
			description: expect.stringMatching(/Possibly sent: items? 0/) as string,
		});
	});
});

it('Retry On Fail sends rejected and unsent messages, and no others', async () => {
	addFault(0, { kind: 'status', status: 403 });

	const { items: output } = await send('stopWorkflow', true);

	expect(acceptedCounts()).toEqual(items.map(() => 1));
	expect(output).toHaveLength(items.length);
});

it("'Retry When Unsure' resends a message after a lost connection", async () => {
	addFault(0, { kind: 'connectionLost', when: 'afterEffect' });

	await send('stopWorkflow', false, { resendWhenUnsure: true });

	expect(acceptedCounts()).toEqual(items.map((_, index) => (index === 0 ? 2 : 1)));
});
