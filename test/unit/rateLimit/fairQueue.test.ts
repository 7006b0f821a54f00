import { FairQueue, Flow } from '../../../nodes/ChannelMessaging/rateLimit/fairQueue';

const flowsOf = (count: number) => Array.from({ length: count }, () => new Flow<string>());

function drain(queue: FairQueue<string>): string {
	const taken: string[] = [];
	for (let item = queue.next(); item !== undefined; item = queue.next()) taken.push(item);
	return taken.join(' ');
}

function add(queue: FairQueue<string>, flow: Flow<string> | undefined, ...items: string[]) {
	if (flow !== undefined) for (const item of items) queue.add(flow, item);
}

it('takes turns between flows, of which a late one begins at once and makes up for nothing', () => {
	const queue = new FairQueue<string>();
	const [one, late] = flowsOf(2);
	add(queue, one, 'a1', 'a2', 'a3', 'a4', 'a5');
	queue.next();
	queue.next();
	add(queue, late, 'b1', 'b2');

	expect(drain(queue)).toBe('b1 a3 b2 a4 a5');
});

it('owes a flow nothing for the time in which it had nothing to do', () => {
	const queue = new FairQueue<string>();
	const [one, other] = flowsOf(2);
	add(queue, other, 'b0');
	drain(queue);
	add(queue, one, ...Array.from({ length: 9 }, (_, index) => `a${String(index)}`));
	for (let turn = 0; turn < 6; turn += 1) queue.next();
	add(queue, other, 'b1', 'b2', 'b3');

	expect(drain(queue)).toBe('b1 a6 b2 a7 b3 a8');
});

it('starves no flow, however many single items come', () => {
	const queue = new FairQueue<string>();
	const [campaign] = flowsOf(1);
	add(queue, campaign, ...Array.from({ length: 100 }, () => 'campaign'));
	const taken = Array.from({ length: 100 }, () => {
		add(queue, new Flow<string>(), 'single');
		return queue.next();
	});

	expect(taken.filter((item) => item === 'campaign').length).toBeGreaterThanOrEqual(5);
});
