import { useChannel } from '../engine/channel';
import { sendText } from '../../support/running/parameters';
import { useProcessedItems } from '../engine/processedItems';
import type { NodeRun } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });
const processed = useProcessedItems();

const sendOnce = async (orders: number[], settings: NodeRun['settings'] = {}) =>
	await channel.run({
		parameters: sendText({ options: { sendOnceKey: '={{ $json.order }}' } }),
		items: orders.map((order, index) => ({
			contactId: `${String(order)}-${String(index)}`,
			text: String(order),
			order,
		})),
		settings,
	});

it('skips what was sent, whichever contact and execution it was for, and says so', async () => {
	await sendOnce([1, 2]);
	const { items } = await sendOnce([2, 3, 3]);

	expect(channel.texts.sort()).toEqual(['1', '2', '3']);
	const skipped = (item: number, key: string) => ({
		json: {
			status: 'skipped',
			message: `Not sent: a message with the key '${key}' was already sent, or may have been.`,
			data: [],
		},
		pairedItem: { item },
	});
	expect(items).toMatchObject([
		skipped(0, '2'),
		{ json: { status: 'Success' }, pairedItem: { item: 1 } },
		skipped(2, '3'),
	]);
});

it('sends by another try of n8n what was refused, and calls nothing skipped', async () => {
	const fault = { kind: 'status', status: 403 } as const;
	channel.service.faults.add({ match: { contactId: '0-0' }, fault });

	const { items } = await sendOnce([0, 1, 2], {
		onError: 'continueRegularOutput',
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 1,
	});

	expect(items.map(({ json }) => json.status)).toEqual(['Success', 'Success', 'Success']);
	expect(channel.texts.sort()).toEqual(['0', '1', '2']);
});

it('loses no key when executions run at once, and writes keys together', async () => {
	const orders = Array.from({ length: 60 }, (_, order) => order);

	await Promise.all([sendOnce(orders.slice(0, 40)), sendOnce(orders.slice(20))]);

	expect(channel.texts.sort()).toEqual(orders.map(String).sort());
	expect([...processed.keys].sort()).toEqual(orders.map(String).sort());
	expect(processed.writes).toBeLessThan(30);
});
