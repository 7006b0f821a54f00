import type { IDataObject } from 'n8n-workflow';

import { createChannel } from '../channel/channel';
import { ChannelFailure } from '../channel/failure';
import type { ChannelType } from '../channel/identifier';
import { deliver, type Task } from '../delivery/delivery';
import { placeFor, type Run } from '../delivery/place';
import type { Progress } from '../delivery/progress';
import type { PreparedItem } from '../operations/operation';
import type { ItemOutcome } from './itemOutcome';
import type { ReadItem } from './readItems';

interface DeliveryPolicy {
	channelType: ChannelType;
	/** How many calls may be under way together. */
	inFlight: number;
	/** Whether the first failure keeps everything that hasn't started from starting. */
	stopsAtFirst: boolean;
	progress: Progress;
}

/** Does what the valid items ask for; invalid ones keep their error. In the items' order. */
export async function deliverItems(
	run: Run,
	items: readonly ReadItem[],
	policy: DeliveryPolicy,
): Promise<ItemOutcome[]> {
	const valid = items.filter((item) => item.kind === 'valid');
	const taskOf = (itemIndex: number, item: PreparedItem): Task<IDataObject[]> => ({
		orderKey: item.contactId,
		perform: async () => {
			const place = placeFor(run, run.ledger.item(itemIndex), item.settings);
			return await item.perform(createChannel(place, policy.channelType));
		},
	});
	const outcomes = await deliver(
		valid.map(({ itemIndex, item }) => taskOf(itemIndex, item)),
		{
			inFlight: policy.inFlight,
			isStopped: () => run.halt.isHalted,
			onDone: () => {
				policy.progress.itemDone();
			},
			onFailure: (error) => {
				policy.progress.itemFailed();
				const tokenRefused = error instanceof ChannelFailure && error.reason === 'tokenInvalid';
				if (policy.stopsAtFirst || tokenRefused) run.halt.now();
			},
		},
	);
	const delivered = valid.map(
		({ itemIndex }, index): ItemOutcome => ({
			itemIndex,
			outcome: outcomes[index] ?? { kind: 'notStarted' },
		}),
	);
	const invalid = items
		.filter((item) => item.kind === 'invalid')
		.map(
			({ itemIndex, error }): ItemOutcome => ({ itemIndex, outcome: { kind: 'failed', error } }),
		);
	return [...delivered, ...invalid].sort((one, other) => one.itemIndex - other.itemIndex);
}
