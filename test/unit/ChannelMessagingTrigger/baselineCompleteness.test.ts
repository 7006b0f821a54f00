import fc from 'fast-check';

import { BaselineCompleteness } from '../../../nodes/ChannelMessagingTrigger/baselineCompleteness';

/** What happens to a list, or to the trigger that reads it. Positions are those of contacts. */
type Step =
	| { kind: 'join' | 'search' }
	| { kind: 'leave' | 'lookup' | 'return'; position: number }
	| { kind: 'page'; positions: number[] };

const position = fc.nat(1);

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ kind: fc.constant('join') }),
	fc.record({ kind: fc.constant('lookup'), position }),
	{ arbitrary: fc.record({ kind: fc.constantFrom('leave', 'return'), position }), weight: 3 },
	{
		arbitrary: fc.record({
			kind: fc.constant('page'),
			positions: fc.array(position, { maxLength: 2 }),
		}),
		weight: 5,
	},
	{ arbitrary: fc.record({ kind: fc.constant('search') }), weight: 3 },
);

const page = (ids: readonly string[]) => new Map(ids.map((id) => [id, 0]));

/**
 * Returns the contacts of the list at each response, and whether they count as all shown. Before a
 * contact returns, a lookup shows that it has left, because searches can't show it.
 */
function readList(initial: number, steps: readonly Step[]) {
	const list = Array.from({ length: initial }, (_, id) => String(id));
	const evidence = BaselineCompleteness.empty();
	const shown = new Set<string>();
	const lists: string[][] = [];
	const left: string[] = [];
	let created = initial;
	let pages = 0;
	for (const action of steps) {
		switch (action.kind) {
			case 'join':
				list.unshift(String(created));
				created += 1;
				break;
			case 'leave':
				left.push(...list.splice(action.position, 1));
				break;
			case 'return': {
				const ids = left.splice(action.position, 1);
				for (const id of ids) evidence.addLookup(id, -1);
				list.unshift(...ids);
				break;
			}
			case 'lookup': {
				const id = list[action.position];
				if (id !== undefined) evidence.addLookup(id, 0);
				break;
			}
			case 'page': {
				const ids = action.positions.flatMap((index) => list[index] ?? []);
				evidence.addPage(0, page(ids), list.length);
				for (const id of ids) shown.add(id);
				lists.push([...list]);
				pages += 1;
				break;
			}
			case 'search':
				if (pages > 0) evidence.endSearch(0, pages);
				pages = 0;
		}
	}
	return { lists, shown, showsAll: evidence.showsAll(1) };
}

it('all contacts of a changing list were shown if the evidence says so, whatever its order', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 3 }),
			fc.array(step, { maxLength: 30, size: 'max' }),
			(initial, steps) => {
				const { lists, shown, showsAll } = readList(initial, steps);
				const isTrue = lists.some((list) => list.every((id) => shown.has(id)));
				expect(showsAll && !isTrue).toBe(false);
			},
		),
		{ numRuns: 3_000 },
	);
});

it.each([
	{ searches: 1, showsAll: false },
	{ searches: 2, showsAll: true },
])('$searches of two searches with two pages show all contacts: $showsAll', (expected) => {
	const evidence = BaselineCompleteness.empty();
	for (let search = 0; search < expected.searches; search += 1) {
		evidence.addPage(0, page(['1', '2']), 3);
		evidence.addPage(0, page(['3']), 3);
		evidence.endSearch(0, 2);
	}

	expect(evidence.showsAll(1)).toBe(expected.showsAll);
});

it('a total proves nothing if the pages contain more contacts', () => {
	const evidence = BaselineCompleteness.empty();
	for (let search = 0; search < 3; search += 1) {
		evidence.addPage(0, page(['1', '2']), 1);
		evidence.addPage(0, page(['3']), 1);
		evidence.endSearch(0, 2);
	}

	expect(evidence.showsAll(1)).toBe(false);
});

it('a lookup can confirm that a contact was in the list', () => {
	const evidence = BaselineCompleteness.empty();
	evidence.addPage(0, page(['1']), 2);
	evidence.addPage(0, page(['2']), 2);
	evidence.endSearch(0, 2);
	expect(evidence.showsAll(1, new Set(['1']))).toBe(true);
	expect(evidence.showsAll(1)).toBe(false);

	evidence.addLookup('1', 0);
	expect(evidence.showsAll(1)).toBe(true);
});

describe('changes of a list that a search without a stable order does not show', () => {
	/** Adds a search for a value with a page for each list of contacts. */
	function addSearch(
		evidence: BaselineCompleteness,
		value: number,
		total: number,
		...pages: ReadonlyArray<readonly string[]>
	): void {
		for (const ids of pages) {
			evidence.addPage(value, new Map(ids.map((id) => [id, value])), total);
		}
		evidence.endSearch(value, pages.length);
	}

	it.each([
		[
			'a search shows again',
			(evidence: BaselineCompleteness) => {
				addSearch(evidence, 0, 4, ['1', '3'], ['2', '1']);
			},
		],
		[
			'a lookup shows again',
			(evidence: BaselineCompleteness) => {
				evidence.addLookup('1', 0);
			},
		],
	])(
		'a contact that %s does not count as listed while the total was lower',
		(_title, showAgain: (evidence: BaselineCompleteness) => void) => {
			const evidence = BaselineCompleteness.empty();
			// 1 leaves the list ahead of the second search, and returns after it. 4 isn't shown.
			addSearch(evidence, 0, 4, ['1', '2'], ['3', '1']);
			addSearch(evidence, 0, 3, ['2'], ['3']);
			showAgain(evidence);

			expect(evidence.showsAll(1)).toBe(false);
			expect(evidence.showsAll(1, new Set(['1']))).toBe(false);
		},
	);

	it('two lookups after the total has decreased show that a contact was listed in between', () => {
		const evidence = BaselineCompleteness.empty();
		// 3 leaves the list. No later search shows 1.
		addSearch(evidence, 0, 3, ['1', '2'], ['3']);
		addSearch(evidence, 0, 2, ['2']);
		evidence.addLookup('1', 0);
		evidence.addLookup('3', -1);
		expect(evidence.showsAll(1)).toBe(false);

		addSearch(evidence, 0, 2, ['2']);
		expect(evidence.showsAll(1)).toBe(false);
		evidence.addLookup('1', 0);
		expect(evidence.showsAll(1)).toBe(true);
	});

	it('a contact can move to a list that was searched before', () => {
		const evidence = BaselineCompleteness.empty();
		for (const showsAll of [false, true]) {
			addSearch(evidence, 0, 1, ['1']);
			addSearch(evidence, 1, 0, []);
			expect(evidence.showsAll(2)).toBe(showsAll);
		}
	});

	it('a contact does not count for a list while a search for another value shows it', () => {
		const evidence = BaselineCompleteness.empty();
		// While 1 is in the other list, 3 is in this one. 2 isn't shown.
		addSearch(evidence, 0, 2, ['1'], ['1']);
		addSearch(evidence, 1, 1, ['1']);
		addSearch(evidence, 0, 2, ['3'], ['3']);
		addSearch(evidence, 1, 1, ['1']);
		addSearch(evidence, 0, 2, ['1'], ['1']);
		addSearch(evidence, 1, 0, []);

		expect(evidence.showsAll(2)).toBe(false);
	});
});
