import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { repeatedContactsWarning } from '../../../nodes/ChannelMessaging/execution/repeatedContactsWarning';
import { sharedTimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { apiErrorWith } from '../client/apiErrorWith';
import { messageItem } from './messageItem';

const sent = (contactId: string): ItemOutcome => ({ kind: 'done', result: [{ contactId }] });

async function warningFor(
	outcomes: readonly ItemOutcome[],
	{ isTest = false, options = {} } = {},
): Promise<string | undefined> {
	const items = outcomes.map(() => messageItem(options));
	const inputOf = () => ({});
	const slice = sharedTimeSlicer.slice();
	return await repeatedContactsWarning({ items, outcomes, inputOf, isTest }, slice);
}

it('repeatedContactsWarning counts two forms of an ID as one contact and lists three', async () => {
	const ids = ['1', 'cus_1', '2', '2', '3', '3', '4', '4', '5'];

	expect(await warningFor(ids.map(sent))).toBe(
		'4 contacts got messages from several items: ID cus_1 (items 0 and 1), ID 2 (items 2 and 3), ID 3 (items 4 and 5), and 1 more. The first item is 0.',
	);
});

it('repeatedContactsWarning ignores items that were skipped or failed', async () => {
	const skipped: ItemOutcome = {
		kind: 'done',
		result: [{ status: 'skipped', reason: 'alreadyInCampaign', contactId: '1' }],
	};
	const failed: ItemOutcome = { kind: 'failed', error: 'No', recipient: { contactId: '1' } };

	expect(await warningFor([sent('1'), skipped, failed])).toBeUndefined();
});

it.each(['failed', 'skipped'] as const)(
	'repeatedContactsWarning counts items that %s after their first message was sent',
	async (kind) => {
		const messages = { count: 2, sent: 1, skipped: 0, failing: 'notDone', outputs: [] } as const;
		const error = apiErrorWith('outsideHours', 'unknown', { messages });
		const recipient = { contactId: 'cus_1', contactName: 'Ana' };

		expect(await warningFor([sent('1'), { kind, error, recipient }])).toBe(
			'1 contact got messages from several items: Ana (items 0 and 1). The first item is 0.',
		);
	},
);

it('repeatedContactsWarning of a test knows that a campaign skips all but the first item', async () => {
	const outcomes = ['1', '2', 'cus_1'].map(sent);
	const campaign = { options: { campaign: 'Menu' } };

	expect(await warningFor(outcomes, { isTest: true, ...campaign })).toBe(
		'1 contact has several items, and only the first is sent: ID cus_1 (items 0 and 2). The first item is 0.',
	);
	expect(await warningFor(outcomes, { isTest: true })).toMatch(/^1 contact would get messages/);
});
