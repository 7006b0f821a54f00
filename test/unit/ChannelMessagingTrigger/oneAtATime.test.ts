import { oneAtATime } from '../../../nodes/ChannelMessagingTrigger/oneAtATime';
import type { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

/** Work that ends when the test says so. */
function work() {
	let end: (result: string) => void = () => undefined;
	let fail: (reason: Error) => void = () => undefined;
	const stops: CancellationToken[] = [];
	const ended = new Promise<string>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return {
		stops,
		end: (result: string) => {
			end(result);
		},
		fail: (reason: Error) => {
			fail(reason);
		},
		perform: async (stop: CancellationToken) => {
			stops.push(stop);
			return await ended;
		},
	};
}

const begun = async () => await new Promise((resolve) => setImmediate(resolve));

it('does nothing while the same owner has work under way, and does it afterwards', async () => {
	const [first, second, third] = [work(), work(), work()];
	const owner = {};
	const performed = oneAtATime('same owner', owner, first.perform);

	expect(await oneAtATime('same owner', owner, second.perform)).toBeNull();
	first.end('first');
	expect(await performed).toBe('first');
	third.end('third');
	expect(await oneAtATime('same owner', owner, third.perform)).toBe('third');
	expect(second.stops).toEqual([]);
});

it('another owner stops what is under way, and begins when that has ended', async () => {
	const [old, fresh] = [work(), work()];
	const performed = oneAtATime('republished', {}, old.perform);
	await begun();
	const afterwards = oneAtATime('republished', {}, fresh.perform);
	await begun();

	expect(old.stops[0]?.isCancelled).toBe(true);
	expect(fresh.stops).toEqual([]);
	old.fail(new Error('stopped'));
	expect(await performed).toBeNull();
	fresh.end('fresh');
	expect(await afterwards).toBe('fresh');
});

it('of three owners the last one works', async () => {
	const [first, second, third] = [work(), work(), work()];
	const results = [first, second, third].map(
		async ({ perform }) => await oneAtATime('three', {}, perform),
	);
	await begun();
	first.end('first');
	third.end('third');

	expect((await Promise.all(results)).slice(1)).toEqual([null, 'third']);
	expect(second.stops).toEqual([]);
});

it('work of another key goes on beside it', async () => {
	const [one, other] = [work(), work()];
	const performed = oneAtATime('one', {}, one.perform);
	other.end('other');

	expect(await oneAtATime('other', {}, other.perform)).toBe('other');
	one.end('one');
	expect(await performed).toBe('one');
});

it('fails as its work fails, and lets the next begin', async () => {
	const owner = {};
	const [bad, good] = [work(), work()];
	bad.fail(new Error('No connection'));
	good.end('good');

	await expect(oneAtATime('fails', owner, bad.perform)).rejects.toThrow('No connection');
	expect(await oneAtATime('fails', owner, good.perform)).toBe('good');
});
