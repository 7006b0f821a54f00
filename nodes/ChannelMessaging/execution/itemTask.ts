import type { IDataObject } from 'n8n-workflow';

import { createChannel } from '../channel/channel';
import type { ChannelType } from '../channel/identifier';
import { keyOf } from '../contacts/contactReference';
import { findContact } from '../contacts/findContact';
import { matchContact } from '../contacts/matchContact';
import type { Task } from '../delivery/delivery';
import { CallRecords } from '../delivery/ledger';
import { type CallSettings, placeFor, type Run } from '../delivery/place';
import type { ValidItem } from './readItems';

/** The channel for searches, whose answers no further try of the run has to find again. */
export function searchChannel(run: Run, settings: CallSettings, channelType: ChannelType) {
	return createChannel(placeFor(run, new CallRecords(), settings), channelType);
}

/**
 * The work of one item; undefined while its contact isn't known.
 *
 * @param foundId the identifier of the item's contact, where it had to be searched
 */
export function taskFor(
	run: Run,
	{ itemIndex, item }: ValidItem,
	channelType: ChannelType,
	foundId: string | undefined,
): Task<IDataObject[]> | undefined {
	const records = run.ledger.item(itemIndex);
	const channel = () => createChannel(placeFor(run, records, item.settings), channelType);
	switch (item.kind) {
		case 'forNobody':
			return { orderKey: undefined, perform: async () => await item.perform(channel()) };
		case 'forContact': {
			const contactId = item.contact.kind === 'id' ? item.contact.contactId : foundId;
			if (contactId === undefined) return undefined;
			return {
				orderKey: contactId,
				perform: async () => await item.perform(channel(), contactId),
			};
		}
		case 'forMatch':
			return {
				orderKey: keyOf(item.match),
				perform: async () => {
					const match = await matchContact(item.match, {
						itemIndex,
						memory: run.ledger.contacts,
						calls: records,
						search: async (reference) =>
							await findContact(searchChannel(run, item.settings, channelType), reference),
						resendWhenUnsure: item.settings.resendWhenUnsure,
					});
					return await item.perform(channel(), match);
				},
			};
	}
}
