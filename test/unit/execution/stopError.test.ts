import { type RequestOutcome, notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import { describeSoFar } from '../../../nodes/ChannelMessaging/execution/errors';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/items';
import { apiErrorWith } from '../client/apiErrorWith';
import { operationNamed } from '../operations/operationNamed';

const failed = (outcome: RequestOutcome): ItemOutcome => ({
	kind: 'failed',
	error: apiErrorWith(outcome === 'unknown' ? 'timedOut' : 'refused', outcome),
});
const outcomes: Record<string, ItemOutcome> = {
	d: { kind: 'done', result: [] },
	u: failed('unknown'),
	n: failed('notDone'),
	s: { kind: 'skipped', error: apiErrorWith('contactNotFound', 'notDone') },
	'-': { kind: 'failed', error: notStarted() },
};

/** A run as a text: done, unsure, not done, skipped, not started. */
function soFar(run: string, operation = operationNamed('message', 'send')): string | undefined {
	const items = Array.from(run, (letter): ItemOutcome => {
		const outcome = outcomes[letter];
		if (outcome === undefined) throw new Error(`There is no outcome ${letter}`);
		return outcome;
	});
	return describeSoFar(items, operation);
}

describe('what a run that stopped has done', () => {
	const again =
		"Running the workflow again resends all messages without a key ('Send Once per Key').";

	it.each([
		['nothing', 'n---', 'Nothing was sent.'],
		['nothing, where others were skipped', 'sn-', 'Nothing was sent.'],
		['one item', 'dns--', `Already sent: item 0. ${again}`],
		['ranges of items', 'ddddnd-dd', `Already sent: items 0–3, 5 and 7–8. ${again}`],
		[
			'what may have been done',
			'udu-',
			`Already sent: item 1. Possibly sent: items 0 and 2. ${again}`,
		],
		['only that', 'uu-', `Possibly sent: items 0–1. ${again}`],
	])('%s', (_, run, expected) => {
		expect(soFar(run)).toBe(expected);
	});

	it('is said of a creation with another advice, and of an update without', () => {
		expect(soFar('dn', operationNamed('contact', 'create'))).toBe(
			'Already created: item 0. Running the workflow again creates duplicates. To avoid them, use Create or Update.',
		);
		expect(soFar('dn', operationNamed('contact', 'update'))).toBe('Already updated: item 0.');
	});

	it('is not worth a word where nothing changes, or the title says it', () => {
		expect(soFar('dn', operationNamed('contact', 'get'))).toBeUndefined();
		expect(soFar('u')).toBeUndefined();
	});
});
