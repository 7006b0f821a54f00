import { notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import {
	describeDoneBeforeError,
	effectOf,
} from '../../../nodes/ChannelMessaging/execution/doneBeforeError';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { create } from '../../../nodes/ChannelMessaging/operations/contact/create';
import { get } from '../../../nodes/ChannelMessaging/operations/contact/get';
import { update } from '../../../nodes/ChannelMessaging/operations/contact/update';
import { passOnReply } from '../../../nodes/ChannelMessaging/operations/message/passOnReply';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import type { Operation } from '../../../nodes/ChannelMessaging/operations/operation';
import { apiErrorWith } from '../client/apiErrorWith';
import { messageItem } from './messageItem';

describe('effectOf', () => {
	const keyed = messageItem({ sendOnceKey: 'order-17' });

	it("returns the operation's wording and warning", async () => {
		const { wording, repetition } = send;
		expect(await effectOf(send, [keyed, messageItem({})], false)).toEqual({ wording, repetition });
	});

	it('returns no warning if all messages have idempotency keys', async () => {
		expect(await effectOf(send, [keyed, keyed], true)).toHaveProperty('repetition', 'harmless');
	});
});

describe('describeDoneBeforeError', () => {
	const done: ItemOutcome = { kind: 'done', result: [] };
	const unknown: ItemOutcome = { kind: 'failed', error: apiErrorWith('timedOut', 'unknown') };
	const rejected: ItemOutcome = { kind: 'failed', error: apiErrorWith('rejected', 'notDone') };
	const notRun: ItemOutcome = { kind: 'failed', error: notStarted() };
	const skipped: ItemOutcome = {
		kind: 'skipped',
		error: apiErrorWith('contactNotFound', 'notDone'),
	};
	const known: ItemOutcome = { kind: 'done', result: [{ status: 'skipped' }] };
	const notAReply: ItemOutcome = {
		kind: 'done',
		result: [{ passedOn: false, reason: 'notAReply' }],
	};
	const warning =
		"Running the workflow again resends all messages, unless 'Send Once per Contact' or 'Send Once per Key' was on.";

	it.each<[title: string, Operation, ItemOutcome[], text: string | undefined]>([
		['that nothing was sent', send, [rejected, notRun, notRun], 'Nothing was sent.'],
		['no skipped items as sent', send, [skipped, rejected, notRun], 'Nothing was sent.'],
		[
			'that a message with a known key may have been sent earlier',
			send,
			[known, rejected],
			'Nothing was sent. Skipped (sent or possibly sent earlier): item 0.',
		],
		[
			'sent items apart from items with a known key',
			send,
			[done, known, known, rejected],
			`Already sent: item 0. Skipped (sent or possibly sent earlier): items 1–2. ${warning}`,
		],
		[
			'replies that were not passed on apart from others',
			passOnReply,
			[notAReply, done, notAReply, rejected],
			'Already passed on: item 1. Skipped (not an answer to the question): items 0 and 2.',
		],
		[
			'ranges of sent items',
			send,
			[done, done, done, done, rejected, done, notRun, done, done],
			`Already sent: items 0–3, 5 and 7–8. ${warning}`,
		],
		[
			'at most 50 ranges',
			update,
			Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? done : rejected)),
			`Already updated: items ${Array.from({ length: 50 }, (_, index) => index * 2).join(', ')} and 50 more.`,
		],
		[
			'sent items and items with an unknown outcome',
			send,
			[unknown, done, unknown, skipped, notRun],
			`Already sent: item 1. Possibly sent: items 0 and 2. ${warning}`,
		],
		[
			'nothing for a single item, whose outcome is in the title of the error',
			send,
			[unknown],
			undefined,
		],
		[
			'duplicates after creations',
			create,
			[done, rejected],
			'Already created: item 0. Running the workflow again creates duplicates. To avoid them, use Create or Update.',
		],
		['no duplicates after updates', update, [done, rejected], 'Already updated: item 0.'],
		['nothing for an operation that only reads', get, [done, rejected], undefined],
	])('reports %s', async (_title, operation, outcomes, text) => {
		expect(await describeDoneBeforeError(outcomes, operation)).toBe(text);
	});

	it('counts messages instead of items', async () => {
		const several = messageItem({
			furtherMessages: { message: [{ messageType: 'text', text: 'Bye' }] },
		});
		const items = [several, messageItem({}), several];
		const effect = await effectOf(send, items, true);

		expect(await describeDoneBeforeError([done, done, rejected], effect, 2)).toMatch(
			/^3 of 5 were sent \(items 0–1\)\. Correct item 2 and execute the workflow again within an hour:/,
		);
	});
});
