import { FairQueue, type FlowId } from '../../../nodes/ChannelMessaging/rateLimit/fairQueue';

const memoryMs = 60_000;

/** Returns a queue whose items are the names of their flows. A turn lasts 1 ms. */
function setUp() {
	const queue = new FairQueue<FlowId>(memoryMs);
	let now = 0;
	const add = (id: FlowId, count = 1) => {
		for (let item = 0; item < count; item += 1) queue.add(id, id, now);
	};
	const turn = () => {
		now += 1;
		return queue.next(now);
	};
	const turns = (count: number) => Array.from({ length: count }, turn);
	const pass = (milliseconds: number) => {
		now += milliseconds;
	};
	return { queue, add, turn, turns, pass };
}

/** Adds flows that each had a turn, and add their next item whenever they have one. */
function withLoops({ add, turn }: ReturnType<typeof setUp>, count: number) {
	const loops = Array.from({ length: count }, (_, index) => `loop ${String(index)}`);
	for (const id of loops) add(id);
	const next = () => {
		const id = turn();
		if (id !== undefined && loops.includes(String(id))) add(id);
		return id;
	};
	loops.forEach(next);
	return next;
}

describe('FairQueue', () => {
	it('gives flows turns regardless of their length', () => {
		const { queue, add, turns } = setUp();
		add('a', 5);
		add('b', 2);

		expect(queue.size).toBe(7);
		expect(turns(8)).toEqual(['a', 'b', 'a', 'b', 'a', 'a', 'a', undefined]);
	});

	it.each([1, 100, 300])(
		'gives a flow its first turn ahead of %d flows that add one item at a time',
		(count) => {
			const fixture = setUp();
			const next = withLoops(fixture, count);
			for (let turn = 0; turn < 50; turn += 1) next();
			fixture.add('single');

			expect(next()).toBe('single');
		},
	);

	it('gives each flow one turn per round, even if the flow is empty between its turns', () => {
		const next = withLoops(setUp(), 10);
		const round = Array.from({ length: 10 }, next);

		expect(new Set(round).size).toBe(10);
		expect(Array.from({ length: 10 }, next)).toEqual(round);
	});

	it('gives idle flows no credit for unused turns', () => {
		const { add, turns } = setUp();
		add('b');
		add('a', 9);
		turns(7);
		add('b', 3);

		expect(turns(6)).toEqual(['b', 'a', 'b', 'a', 'b', 'a']);
	});

	it('gives a campaign every 25th turn while new flows are added', () => {
		const { add, turn, turns } = setUp();
		add('campaign', 100);
		turns(1);
		const served = Array.from({ length: 100 }, () => {
			add(Symbol());
			add(Symbol());
			return turn();
		});

		expect(served.filter((id) => id === 'campaign')).toHaveLength(4);
	});

	it('forgets the turn of an empty flow after some time', () => {
		const { add, turns, pass } = setUp();
		add('campaign', 2);
		turns(1);
		add('forgotten');
		turns(1);
		pass(memoryMs);
		add('other');
		add('forgotten');

		expect(turns(3)).toEqual(['other', 'forgotten', 'campaign']);
	});

	it('remembers the turn of an empty flow for some time', () => {
		const { add, turns, pass } = setUp();
		pass(memoryMs);
		add('campaign', 2);
		add('loop');
		turns(2);
		add('loop');

		expect(turns(2)).toEqual(['campaign', 'loop']);
	});

	it('alternates between flows whose turns have the same time', () => {
		const { queue, add } = setUp();
		add('a', 3);
		add('b', 3);

		expect(Array.from({ length: 6 }, () => queue.next(0))).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
	});

	it('skips items that are not eligible', () => {
		const queue = new FairQueue<number>(memoryMs);
		[1, 2, 3, 4].forEach((item) => {
			queue.add('a', item, 0);
		});
		const isEven = (item: number) => item % 2 === 0;

		expect([queue.count(isEven), queue.peek(isEven), queue.next(0, isEven)]).toEqual([2, 2, 2]);
		expect(Array.from({ length: 4 }, () => queue.next(0))).toEqual([1, 3, 4, undefined]);
	});
});
