import { FairQueue, Flow } from '../../../nodes/ChannelMessaging/rateLimit/fairQueue';

function add(queue: FairQueue<string>, flow: Flow<string>, ...items: string[]): void {
	for (const item of items) queue.add(flow, item);
}

function drain(queue: FairQueue<string>): string {
	const items: string[] = [];
	for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
	return items.join(' ');
}

describe('FairQueue', () => {
	it('alternates between flows, and gives new flows the next turn', () => {
		const queue = new FairQueue<string>();
		add(queue, new Flow(), 'a1', 'a2', 'a3', 'a4', 'a5');
		queue.next();
		queue.next();
		add(queue, new Flow(), 'b1', 'b2');

		expect(queue.size).toBe(5);
		expect(drain(queue)).toBe('b1 a3 b2 a4 a5');
	});

	it('gives idle flows no credit for unused turns', () => {
		const queue = new FairQueue<string>();
		const [a, b] = [new Flow<string>(), new Flow<string>()];
		add(queue, b, 'b0');
		drain(queue);
		add(queue, a, 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8');
		for (let turn = 0; turn < 6; turn += 1) queue.next();
		add(queue, b, 'b1', 'b2', 'b3');

		expect(drain(queue)).toBe('b1 a6 b2 a7 b3 a8');
	});

	it('gives an existing flow every fourth turn while new flows are added', () => {
		const queue = new FairQueue<string>();
		add(queue, new Flow(), ...Array.from({ length: 100 }, () => 'campaign'));
		const items = Array.from({ length: 100 }, () => {
			add(queue, new Flow(), 'single');
			return queue.next();
		});

		expect(items.filter((item) => item === 'campaign').length).toBeGreaterThanOrEqual(25);
	});
});
