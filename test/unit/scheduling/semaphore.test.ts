import { Semaphore } from '../../../nodes/ChannelMessaging/scheduling/semaphore';

it('A semaphore starts as many tasks as it allows, and the next ones in order when a task ends', async () => {
	const semaphore = new Semaphore(2);
	const started: number[] = [];
	const releases: Array<() => void> = [];
	for (let task = 0; task < 5; task += 1) {
		void semaphore.acquire().then((release) => {
			started.push(task);
			releases.push(release);
		});
	}
	const settle = async () => {
		await new Promise((resolve) => setImmediate(resolve));
	};

	await settle();
	expect(started).toEqual([0, 1]);
	releases.shift()?.();
	await settle();
	expect(started).toEqual([0, 1, 2]);
	for (let ended = 0; ended < 4; ended += 1) {
		releases.shift()?.();
		await settle();
	}
	expect(started).toEqual([0, 1, 2, 3, 4]);

	await semaphore.acquire();
	await semaphore.acquire();
});
