import type { IDataObject } from 'n8n-workflow';

import { ApiError, notStarted } from '../../api/apiError';
import { createChannel } from '../../api/channel';
import { orderingKey } from '../../api/identifier';
import { keyOf } from '../../contacts/contactReference';
import { apiCallerFor, type CallSettings } from '../../requests/apiCaller';
import { readCallerFor } from '../../requests/callWithRetry';
import type { ChannelRun, NodeRun } from '../openRun';
import type { ReadItem } from '../readItems';
import { withinWaitLimit } from '../waiting';

/** The channel for searches, whose answers no further try of the run has to find again. */
export function searchChannel(run: ChannelRun, { timeout }: CallSettings) {
	return createChannel(readCallerFor(run, timeout), run.channelType);
}

/** The work of one item. */
interface ItemTask {
	/** Items with the same key go one after the other. */
	partitionKey: string | undefined;
	/** Gives the item's output. Rejects with an `ApiError`. */
	perform(): Promise<IDataObject[]>;
}

/** The work of the item at a position; undefined where there is none, or its contact isn't known. */
export function taskFor(
	nodeRun: NodeRun,
	item: ReadItem | undefined,
	itemIndex: number,
	onOtherSpelling: (spelling: string) => void,
): ItemTask | undefined {
	if (item === undefined || item.kind === 'failed') return undefined;
	const { settings } = item;
	const run = nodeRun.channel(item.credential);
	const calls = run.journal.item(itemIndex);
	const channel = (within = run) =>
		createChannel(apiCallerFor(within, calls, settings), run.channelType);
	switch (item.kind) {
		case 'forNobody':
			return {
				partitionKey: undefined,
				perform: async () => await item.perform(channel(), onOtherSpelling),
			};
		case 'forContact': {
			const { contact, question } = item;
			const { contactId } = contact.kind === 'id' ? contact : run.contacts.of(contact);
			if (contactId === undefined) return undefined;
			return {
				partitionKey: run.keyOf(orderingKey(contactId)),
				async perform() {
					try {
						const request = withinWaitLimit(run.request, question?.limit);
						return await item.perform(channel({ ...run, request }), contactId, nodeRun.linkTo);
					} catch (error) {
						const isUnknown = error instanceof ApiError && error.reason === 'contactNotFound';
						throw isUnknown ? error.with({ contactId }) : error;
					}
				},
			};
		}
		case 'forMatch':
			return {
				partitionKey: run.keyOf(keyOf(item.match)),
				perform: async () => {
					const { contacts, creations, stop } = run;
					const { resendWhenUnsure } = settings;
					const saved = await contacts.match(
						item.match,
						{
							channel: searchChannel(run, settings),
							creations,
							calls,
							resendWhenUnsure,
							stop,
							onOtherSpelling,
						},
						async (match) => await item.perform(channel(), match),
					);
					if (saved === undefined) throw run.token.rejection ?? notStarted();
					return saved;
				},
			};
	}
}
