import { setImmediate as settle } from 'node:timers/promises';

import { OutdatedPolls } from '../../../nodes/ChannelMessagingTrigger/outdatedPolls';

/** Starts a poll. The returned function ends it, and returns whether it is outdated. */
function startPoll(polls: OutdatedPolls, workflow = 'a') {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const result = polls.run(workflow, async (isOutdated) => {
		await ended;
		return await isOutdated();
	});
	return async () => {
		end();
		return await result;
	};
}

it('a poll is outdated if its workflow was activated while it was running', async () => {
	const polls = new OutdatedPolls();
	const [before, other] = [startPoll(polls), startPoll(polls, 'b')];
	await polls.activate('a', {}, Promise.resolve());
	const after = startPoll(polls);

	expect([await before(), await after(), await other()]).toEqual([true, false, false]);
});

it('a poll that is still running when another one ends can become outdated', async () => {
	const polls = new OutdatedPolls();
	const [first, second] = [startPoll(polls), startPoll(polls)];
	await first();
	await polls.activate('a', {}, Promise.resolve());

	expect(await second()).toBe(true);
});

it('nothing remains in memory when no poll is running', async () => {
	const polls = new OutdatedPolls();
	const end = startPoll(polls);
	await polls.activate('a', {}, Promise.resolve());
	await end();

	expect(polls).toEqual(new OutdatedPolls());
});

it('a poll is not outdated if the activation fails', async () => {
	const polls = new OutdatedPolls();
	const end = startPoll(polls);
	await expect(polls.activate('a', {}, Promise.reject(new Error('Forbidden')))).rejects.toThrow();

	expect(await end()).toBe(false);
});

it('a poll that ends during an activation waits for the result', async () => {
	const polls = new OutdatedPolls();
	const end = startPoll(polls);
	let succeed: () => void = () => undefined;
	const activation = new Promise<void>((resolve) => {
		succeed = resolve;
	});
	const activated = polls.activate('a', {}, activation);
	const isOutdated = end();
	succeed();
	await activated;

	expect(await isOutdated).toBe(true);
});

it('a poll that starts during an activation ends after it', async () => {
	const polls = new OutdatedPolls();
	let succeed: () => void = () => undefined;
	const activated = polls.activate(
		'a',
		{},
		new Promise<void>((resolve) => {
			succeed = resolve;
		}),
	);
	let hasEnded = false;
	const ended = startPoll(polls)().finally(() => {
		hasEnded = true;
	});
	await settle();
	expect(hasEnded).toBe(false);

	succeed();
	await activated;
	expect(await ended).toBe(false);
});

it('a poll that starts while a publication activates its triggers is not outdated', async () => {
	const polls = new OutdatedPolls();
	const publication = {};
	const first = polls.activate('a', publication, Promise.resolve());
	const end = startPoll(polls);
	await first;
	for (let trigger = 0; trigger < 2; trigger += 1) {
		await polls.activate('a', publication, Promise.resolve());
	}

	expect(await end()).toBe(false);
});

it('a poll that starts between two publications is outdated', async () => {
	const polls = new OutdatedPolls();
	await polls.activate('a', {}, Promise.resolve());
	const end = startPoll(polls);
	await polls.activate('a', {}, Promise.resolve());

	expect(await end()).toBe(true);
});
