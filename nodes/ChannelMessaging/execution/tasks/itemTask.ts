import type { IDataObject } from 'n8n-workflow';

import { createChannel } from '../../api/channel';
import { keyOf } from '../../contacts/contactReference';
import { apiCallerFor, type CallSettings } from '../../requests/apiCaller';
import { readCallerFor } from '../../requests/callWithRetry';
import type { Task } from '../../scheduling/keyedQueue';
import type { NodeRun } from '../openRun';
import type { ValidItem } from '../readItems';

/** The channel for searches, whose answers no further try of the run has to find again. */
export function searchChannel(run: NodeRun, { timeout }: CallSettings) {
	return createChannel(readCallerFor(run, timeout), run.channelType);
}

/**
 * The work of one item; undefined while its contact isn't known.
 *
 * @param foundId the identifier of the item's contact, where it had to be searched
 */
export function taskFor(
	run: NodeRun,
	{ itemIndex, item }: ValidItem,
	foundId: string | undefined,
): Task<IDataObject[]> | undefined {
	const itemJournal = run.journal.item(itemIndex);
	const channel = () =>
		createChannel(apiCallerFor(run, itemJournal, item.settings), run.channelType);
	switch (item.kind) {
		case 'forNobody':
			return { partitionKey: undefined, perform: async () => await item.perform(channel()) };
		case 'forContact': {
			const contactId = item.contact.kind === 'id' ? item.contact.contactId : foundId;
			if (contactId === undefined) return undefined;
			return {
				partitionKey: contactId,
				perform: async () => await item.perform(channel(), contactId, run.linkTo),
			};
		}
		case 'forMatch':
			return {
				partitionKey: keyOf(item.match),
				perform: async () => {
					const match = await run.contacts.match(
						searchChannel(run, item.settings),
						item.match,
						itemJournal,
						item.settings.resendWhenUnsure,
					);
					return await item.perform(channel(), match);
				},
			};
	}
}
