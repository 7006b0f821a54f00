import { BaselineCompleteness } from '../../../nodes/ChannelMessagingTrigger/baselineCompleteness';
import { maxBaselinePasses } from '../../../nodes/ChannelMessagingTrigger/baselinePasses';
import type { Snapshot } from '../../../nodes/ChannelMessagingTrigger/snapshot';
import {
	lookedUpElsewhere,
	noLongerMatching,
} from '../../../nodes/ChannelMessagingTrigger/snapshotDiff';
import { stateOf, type TriggerState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import type { WatchedContent } from '../../../nodes/ChannelMessagingTrigger/watchedContent';

const content = (hashes: string): WatchedContent => ({ parts: ['city'], hashes });

function snapshotOf(
	contacts: Readonly<Record<string, WatchedContent>>,
	baselinePasses = 0,
): Snapshot {
	return {
		contacts: new Map(Object.entries(contacts)),
		baselinePasses,
		isUnread: false,
		revision: 0,
	};
}

/** Returns the state of a process that knows some contacts. */
function stateWith(
	contacts: Readonly<Record<string, WatchedContent>>,
	changes: Partial<TriggerState> = {},
): TriggerState {
	return { ...stateOf(snapshotOf(contacts)), lookedUp: new Map(), ...changes };
}

describe('a state that continues from the snapshot of another process', () => {
	it('continues the search, and remembers unclear lookups and missing fields', () => {
		const older = stateWith(
			{ '1': content('a') },
			{
				unclear: new Map([['1', 2]]),
				missingFields: new Map([['1', { names: ['city'], reason: 'unknown' }]]),
				isLookupNext: true,
			},
		);
		older.pass.nextPage = 7;

		const { pass, unclear, missingFields, isLookupNext } = stateOf(
			snapshotOf({ '1': content('a') }),
			older,
		);

		expect(pass).toBe(older.pass);
		expect(unclear).toBe(older.unclear);
		expect(missingFields).toBe(older.missingFields);
		expect(isLookupNext).toBe(true);
	});

	it('looks up contacts that are due unless the other process has removed them', () => {
		const older = stateWith({ '1': content('a'), '2': content('b') }, { due: new Set(['2', '1']) });

		const { due } = stateOf(snapshotOf({ '1': content('a') }), older);

		expect([...due]).toEqual(['1']);
	});

	it('keeps the values of unchanged contacts, because static data only contains hashes', () => {
		const known = { ...content('a'), values: '{"city":"Vigo"}' };

		const state = stateOf(snapshotOf({ '1': content('a') }), stateWith({ '1': known }));

		expect(state.snapshot.contacts.get('1')).toBe(known);
		expect(state.lookedUp.has('1')).toBe(false);
	});

	it.each([
		{ description: 'changed', known: { '1': content('a') } },
		{ description: 'added', known: {} },
	])('counts contacts that the other process has $description as looked up', ({ known }) => {
		const stored = content('b');

		const state = stateOf(snapshotOf({ '1': stored }), stateWith(known));

		expect(state.snapshot.contacts.get('1')).toBe(stored);
		expect(state.lookedUp.get('1')).toEqual(lookedUpElsewhere(stored));
	});

	it('knows from lookups of the other process which contacts no longer match', () => {
		const state = stateOf(
			{ ...snapshotOf({}), gone: ['1'] },
			stateWith(
				{ '1': content('a') },
				{ lookedUp: new Map([['1', lookedUpElsewhere(content('a'))]]) },
			),
		);

		expect(state.lookedUp.get('1')).toEqual(noLongerMatching);
	});

	it('keeps its lookups of contacts that the snapshot contains', () => {
		const found = { ...lookedUpElsewhere(content('a')), absences: 2 };
		const older = stateWith(
			{ '1': content('a'), '2': content('b') },
			{
				lookedUp: new Map([
					['1', found],
					['2', lookedUpElsewhere(content('b'))],
				]),
			},
		);

		const { lookedUp } = stateOf(snapshotOf({ '1': content('a') }), older);

		expect([...lookedUp]).toEqual([['1', found]]);
	});

	it.each([
		{
			description: 'keeps lookups of contacts that no longer match',
			baselinePasses: 0,
			kept: ['1'],
		},
		// A contact that starts to match again during the baseline counts as existing.
		{
			description: 'forgets, during the baseline, lookups of contacts that no longer match',
			baselinePasses: 3,
			kept: [],
		},
	])('$description', ({ baselinePasses, kept }) => {
		const older = stateWith({}, { lookedUp: new Map([['1', noLongerMatching]]) });

		const { lookedUp } = stateOf(snapshotOf({}, baselinePasses), older);

		expect([...lookedUp.keys()]).toEqual(kept);
	});

	it('has no proof of the baseline by contacts that the other process has removed', () => {
		const baselineEvidence = BaselineCompleteness.empty();
		for (let pass = 0; pass < 2; pass += 1) {
			baselineEvidence.addPage(
				0,
				new Map([
					['1', 0],
					['2', 0],
				]),
				2,
			);
			baselineEvidence.endSearch(0, 1);
		}
		const known = { '1': content('a'), '2': content('b') };
		const older = stateWith(known, { baselineEvidence });
		const stored = (contacts: Readonly<Record<string, WatchedContent>>) =>
			stateOf(snapshotOf(contacts, maxBaselinePasses - 1), older).baselineEvidence.showsAll(1);

		expect(stored(known)).toBe(true);
		expect(stored({ '1': content('a') })).toBe(false);
	});

	it('keeps the evidence about contacts that neither process counts as matching', () => {
		const baselineEvidence = BaselineCompleteness.empty();
		for (let pass = 0; pass < 2; pass += 1) {
			// The contact's value is only similar.
			baselineEvidence.addPage(0, new Map([['1', -1]]), 1);
			baselineEvidence.endSearch(0, 1);
		}

		const state = stateOf(snapshotOf({}, 9), stateWith({}, { baselineEvidence }));

		expect(state.baselineEvidence.showsAll(1)).toBe(true);
	});

	it('determines again whether the baseline is over', () => {
		const older = stateWith({}, { isBaselineRead: true, isConfirming: true });

		const state = stateOf(snapshotOf({}, 9), older);

		expect(state).toMatchObject({ isBaselineRead: false, isConfirming: false });
	});
});
