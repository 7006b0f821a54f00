import { notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import { describeSoFar, effectOf } from '../../../nodes/ChannelMessaging/execution/effect';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { create } from '../../../nodes/ChannelMessaging/operations/contact/create';
import { get } from '../../../nodes/ChannelMessaging/operations/contact/get';
import { update } from '../../../nodes/ChannelMessaging/operations/contact/update';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import { apiErrorWith } from '../client/apiErrorWith';
import { itemParameters } from '../parameters/itemParameters';
import { testCredential } from './testNode';

describe('effectOf', () => {
	const item = (options: object) => ({
		...send.prepare(
			itemParameters({ contactId: '7', messageType: 'text', text: 'Hello', options }),
		),
		credential: testCredential,
	});
	const keyed = item({ sendOnceKey: 'order-17' });

	it("returns the operation's wording and warning", () => {
		const { wording, repetition } = send;
		expect(effectOf(send, [keyed, item({})], false)).toEqual({ wording, repetition });
	});

	it('returns no warning if all messages have idempotency keys', () => {
		expect(effectOf(send, [keyed, keyed], false).repetition).toBe('harmless');
	});

	it("returns 'checked' instead of 'sent' for a test", () => {
		expect(effectOf(send, [item({})], true)).toEqual({
			wording: { noun: 'messages', pastParticiple: 'checked' },
			repetition: 'reads',
		});
	});
});

describe('describeSoFar', () => {
	const done: ItemOutcome = { kind: 'done', result: [] };
	const unknown: ItemOutcome = { kind: 'failed', error: apiErrorWith('timedOut', 'unknown') };
	const rejected: ItemOutcome = { kind: 'failed', error: apiErrorWith('rejected', 'notDone') };
	const notRun: ItemOutcome = { kind: 'failed', error: notStarted() };
	const skipped: ItemOutcome = {
		kind: 'skipped',
		error: apiErrorWith('contactNotFound', 'notDone'),
	};
	const warning =
		"Running the workflow again resends all messages without a key ('Send Once per Key').";

	it.each([
		{
			title: 'reports that nothing was sent',
			outcomes: [rejected, notRun, notRun],
			text: 'Nothing was sent.',
		},
		{
			title: 'does not count skipped items as sent',
			outcomes: [skipped, rejected, notRun],
			text: 'Nothing was sent.',
		},
		{
			title: 'reports ranges of sent items',
			outcomes: [done, done, done, done, rejected, done, notRun, done, done],
			text: `Already sent: items 0–3, 5 and 7–8. ${warning}`,
		},
		{
			title: 'reports sent items and items with an unknown outcome',
			outcomes: [unknown, done, unknown, skipped, notRun],
			text: `Already sent: item 1. Possibly sent: items 0 and 2. ${warning}`,
		},
		{
			title: 'reports nothing for a single item, whose outcome is in the title of the error',
			outcomes: [unknown],
			text: undefined,
		},
	])('$title', ({ outcomes, text }) => {
		expect(describeSoFar(outcomes, send)).toBe(text);
	});

	it.each([
		{
			title: 'warns of duplicates after creations',
			operation: create,
			text: 'Already created: item 0. Running the workflow again creates duplicates. To avoid them, use Create or Update.',
		},
		{
			title: 'has no warning after updates',
			operation: update,
			text: 'Already updated: item 0.',
		},
		{ title: 'reports nothing for an operation that only reads', operation: get, text: undefined },
	])('$title', ({ operation, text }) => {
		expect(describeSoFar([done, rejected], operation)).toBe(text);
	});
});
