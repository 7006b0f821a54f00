import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { Stopwatch } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { apiResponse } from '../client/apiResponse';
import {
	type Answer,
	answerTime,
	Bench,
	lost,
	notConnected,
	read,
	refusal,
	send,
	statusOf,
	success,
	tokenRefusal,
	tooMany,
} from './bench';

const tag: ChannelRequest = {
	bucket: 'contact',
	method: 'POST',
	path: '/v1/contact/1/tags',
	idempotent: true,
};
const resend = { retryWhenUnsure: true };
const unsure = { reason: 'connectionLost', outcome: 'unknown' };
const cancelled = { reason: 'cancelled', outcome: 'notDone' };
const perSecond = (limit: number) => ({ limit, windowMs: 1_000 });

/** Makes the calls of one try for an item, one after the other. */
async function attempt(bench: Bench, calls: readonly ChannelRequest[]): Promise<Answer[]> {
	const callApi = bench.callerFor();
	const answers: Answer[] = [];
	for (const call of calls) answers.push(await bench.clock.run(callApi(call)));
	return answers;
}

describe('a later try of the same run', () => {
	it('does not make a call again that was answered, and has the JSON of its answer', async () => {
		const answer = apiResponse({ status: 'Success' }, 200, { 'content-type': 'application/json' });
		const bench = new Bench([answer]);

		expect(await bench.call(send)).toEqual(answer);
		expect(await bench.call(send)).toEqual({ ...answer, headers: {}, text: '' });
		expect(bench.calls).toHaveLength(1);
	});

	it('makes a call again that was refused', async () => {
		const bench = new Bench([refusal()]);

		expect(await bench.call(send)).toMatchObject({ reason: 'refused', outcome: 'notDone' });
		expect(bench.run.journal.item(0).hasUnknownOutcome()).toBe(false);
		expect(await bench.call(send)).toEqual(success());
	});

	it('does not make a call again that may have been done, unless the user wants that', async () => {
		const failure = lost();
		const bench = new Bench([failure]);

		expect(await bench.call(send)).toBe(failure);
		expect(await bench.call(send)).toBe(failure);
		expect(bench.calls).toHaveLength(1);
		expect(bench.run.journal.item(0).hasUnknownOutcome()).toBe(true);

		expect(await bench.call(send, resend)).toEqual(success());
		expect(bench.run.journal.item(0).hasUnknownOutcome()).toBe(false);
	});

	it('makes a call again that changes nothing when done twice, however it failed', async () => {
		const bench = new Bench([lost(), lost(), lost()]);

		expect(await bench.call(read)).toMatchObject({ reason: 'connectionLost' });
		expect(bench.run.journal.item(0).hasUnknownOutcome()).toBe(false);
		expect(await bench.call(read)).toEqual(success());
	});

	it('finds the answers of the calls that it shares with the former, and takes no other for them', async () => {
		const untag: ChannelRequest = { ...tag, method: 'DELETE' };
		const bench = new Bench([success('tags'), refusal()]);
		await attempt(bench, [tag, send]);
		bench.answers.push(success('message'), success('untagged'), success('another'));

		const answers = await attempt(bench, [send, untag, tag, send]);

		const messages = answers.map((answer) => answer instanceof ApiError || answer.json?.message);
		expect(messages).toEqual(['message', 'untagged', 'tags', 'another']);
		await bench.call(tag, {}, 1);
		expect(bench.calls).toHaveLength(6);
	});

	it('reads again what was read, so that no page of a search is kept', async () => {
		const bench = new Bench([success('before'), success('now')]);

		expect(await bench.call(read)).toEqual(success('before'));
		expect(await bench.call(read)).toEqual(success('now'));
	});
});

describe('a call that failed', () => {
	it('is repeated with growing waits where it may be', async () => {
		const bench = new Bench([lost(), lost()]);

		expect(await bench.call(read)).toEqual(success());
		expect(bench.times).toEqual([0, 1_000 + answerTime, 3_000 + 2 * answerTime]);
	});

	it('is repeated, even a message, where it never reached the service, and took no place', async () => {
		const bench = new Bench([notConnected()], perSecond(1));

		expect(await bench.call(send)).toEqual(success());
		expect(bench.times).toEqual([0, 1_000 + answerTime]);
	});

	it('keeps its place in the rate limit where it may have reached the service', async () => {
		const bench = new Bench([lost()], perSecond(1));

		await bench.call(read);
		expect(bench.times[1]).toBeGreaterThan(1_000 + answerTime);
	});

	it.each([
		['a refusal', refusal(), [resend]],
		['the rate limit', tooMany('901'), [resend]],
		['a refusal in a later try', refusal(), [{}, resend]],
	])('stays unsure once it got lost, also after %s', async (_, refused, tries) => {
		const bench = new Bench([lost(), refused]);
		let answer: Answer | undefined;
		for (const settings of tries) answer = await bench.call(send, settings);

		expect(answer).toMatchObject(unsure);
		expect(bench.run.journal.item(0).hasUnknownOutcome()).toBe(true);
		expect(await bench.call(send)).toMatchObject(unsure);
		expect(bench.calls).toHaveLength(2);
	});

	it('stays unsure also where a later try is turned away by the rate limit', async () => {
		const bench = new Bench([lost()]);
		await bench.call(send);
		const permit = async () => await Promise.resolve('rejected' as const);
		bench.run.flows.message = { permit, time: new Stopwatch() };

		expect(await bench.call(send, resend)).toMatchObject(unsure);
	});

	it('is not done where all its attempts were refused, for the reason of the last', async () => {
		const bench = new Bench([notConnected(), tooMany('0'), refusal()]);

		expect(await bench.call(send)).toMatchObject({ reason: 'refused', outcome: 'notDone' });
		expect(bench.calls).toHaveLength(3);
	});
});

describe('a call that met the rate limit', () => {
	it('goes again after growing waits, for at most two minutes, where the service asks for none', async () => {
		const bench = new Bench(Array.from({ length: 20 }, () => tooMany('soon')));

		expect(await bench.call(send)).toMatchObject({
			reason: 'rateLimited',
			outcome: 'notDone',
			details: { waitedMs: 63_030 },
		});
		expect(bench.times.map((time) => Math.floor(time / 1_000))).toEqual([0, 1, 3, 7, 15, 31, 63]);
	});

	it('waits as long as the service asks for, up to a quarter of an hour', async () => {
		const bench = new Bench([tooMany('900')]);

		expect(await bench.call(send)).toEqual(success());
		expect(bench.times).toEqual([0, 900_000 + answerTime]);
	});

	it('does not wait where the service asks for more than that', async () => {
		const bench = new Bench([tooMany('901')]);

		expect(await bench.call(send)).toMatchObject({
			reason: 'rateLimited',
			outcome: 'notDone',
			status: 429,
			details: { waitedMs: 0, retryAfterMs: 901_000 },
		});
		expect(bench.clock.now()).toBe(answerTime);
	});

	it('keeps nobody waiting for more than that where the service refuses everything', async () => {
		const refusals = Array.from({ length: 1_000 }, () => tooMany('900'));
		const bench = new Bench(refusals, perSecond(5));

		const results = await bench.sendAll(Array.from({ length: 200 }, () => send.path));

		expect(new Set(results.map(statusOf))).toEqual(new Set(['rateLimited']));
		expect(bench.clock.now()).toBeLessThanOrEqual(16 * 60_000);
		expect(bench.calls.length).toBeLessThan(20);
	});

	it('waits as briefly as at first once another call was taken', async () => {
		const bench = new Bench([tooMany('soon'), success(), tooMany('soon')]);
		await bench.call(send, {}, 0);
		await bench.call(send, {}, 1);

		expect(bench.times).toEqual([0, 1_005, 1_010, 2_015]);
	});

	it('goes before those that have not left yet, which leave in the order in which they came', async () => {
		const bench = new Bench([tooMany('1')], perSecond(1));

		await bench.sendAll(['/1', '/2', '/3', '/4']);

		expect(bench.paths).toEqual(['/1', '/1', '/2', '/3', '/4']);
	});
});

it('counts a call against the rate from when it was written to its connection', async () => {
	const bench = new Bench([], perSecond(1));
	bench.wayOut = 400;

	await bench.sendAll(['/1', '/2']);

	expect(bench.times[1]).toBeGreaterThanOrEqual(1_400);
});

describe('an exception while a request is sent', () => {
	const outOfOrder = () => {
		throw new Error('Out of order');
	};
	const unexpected = { reason: 'unexpectedError', outcome: 'unknown' };

	it('leaves the outcome unknown, so that later attempts resend only if the user allows it', async () => {
		const bench = new Bench();
		bench.onCall = outOfOrder;

		expect(await bench.call(send)).toMatchObject(unexpected);
		bench.onCall = () => undefined;
		bench.run.nextAttempt();
		expect(await bench.call(send)).toMatchObject(unexpected);
		expect(bench.calls).toHaveLength(1);

		expect(await bench.call(send, resend)).toEqual(success());
	});

	it('leaves the outcome unknown even after the response', async () => {
		const bench = new Bench();
		const accepted = jest
			.spyOn(RateLimiter.prototype, 'accepted')
			.mockImplementationOnce(outOfOrder);

		expect(await bench.call(send)).toMatchObject(unexpected);
		expect(accepted).toHaveBeenCalledTimes(1);
		expect(await bench.call(send)).toMatchObject(unexpected);
		expect(bench.calls).toHaveLength(1);
	});

	it('keeps the key of a message recorded', async () => {
		const bench = new Bench([], undefined);
		bench.onCall = outOfOrder;

		expect(await bench.call(send, { idempotencyKey: 'a' })).toMatchObject(unexpected);
		bench.onCall = () => undefined;
		bench.answers.push(refusal());
		const retried = await bench.call(send, { idempotencyKey: 'a', ...resend });

		expect(retried).toMatchObject(unexpected);
		expect(bench.row.keys).toEqual(['a']);
	});

	it('proves that nothing was sent if the queue threw', async () => {
		const bench = new Bench();
		jest.spyOn(RateLimiter.prototype, 'acquire').mockImplementationOnce(outOfOrder);

		expect(await bench.call(send)).toMatchObject({ reason: 'unexpectedError', outcome: 'notDone' });
		expect(await bench.call(send)).toEqual(success());
	});
});

describe("the token's refusal", () => {
	it('blocks all other requests until the next attempt, which keeps earlier responses', async () => {
		const bench = new Bench([success('before'), tokenRefusal()]);

		await bench.call(send, {}, 0);
		const refused = await bench.call(send, {}, 1);
		expect(refused).toMatchObject({ reason: 'tokenInvalid', outcome: 'notDone' });
		expect(bench.run.cancellation.isStopped).toBe(true);

		bench.run.cancellation = new CancellationToken();
		expect(await bench.call(send, {}, 1)).toBe(refused);
		expect(await bench.call(read, {}, 2)).toBe(refused);
		expect(bench.calls).toHaveLength(2);

		bench.run.nextAttempt();
		expect(await bench.call(send, {}, 1)).toEqual(success());
		expect(await bench.call(send, {}, 0)).toMatchObject({ json: success('before').json });
		expect(bench.calls).toHaveLength(3);
	});

	it('makes no message undone that may be out', async () => {
		const bench = new Bench([lost(), tokenRefusal()]);

		expect(await bench.call(send, resend)).toMatchObject(unsure);
		expect(bench.run.rejection).toMatchObject({ reason: 'tokenInvalid' });
		expect(await bench.call(send, resend)).toMatchObject(unsure);
		expect(bench.calls).toHaveLength(2);
	});

	it('is the reason why calls are not made that wait for the rate limit', async () => {
		const bench = new Bench([tokenRefusal()], perSecond(1));

		const [, second] = await bench.sendAll(['/1', '/2']);

		expect(second).toMatchObject({ reason: 'tokenInvalid' });
		expect(bench.calls).toHaveLength(1);
	});
});

describe("the execution's stop", () => {
	it('keeps a call from starting that waits for the rate limit', async () => {
		const bench = new Bench([], perSecond(1));
		bench.cancelAfter(100);

		const [, second] = await bench.sendAll(['/1', '/2']);

		expect(second).toMatchObject(cancelled);
		expect(bench.clock.now()).toBe(100);
	});

	it('overtakes a call that has its permit already, whose place is left to others', async () => {
		const bench = new Bench([], perSecond(2));
		// Both have their permits at once, and the first one ends the execution as it starts.
		bench.onCall = () => {
			bench.run.cancellation.stop();
		};

		const [first, second] = await bench.sendAll(['/1', '/2']);
		expect(first).toEqual(success());
		expect(second).toMatchObject(cancelled);

		bench.run.cancellation = new CancellationToken();
		await bench.call(send, {}, 2);
		expect(bench.times).toEqual([0, answerTime]);
	});

	it.each([
		['a refusal, and the call is not made', [tooMany('60')], cancelled],
		['a lost connection, and the call stays unsure', [lost(), lost()], unsure],
	])('ends within half a second the wait after %s', async (_, answers, failure) => {
		const bench = new Bench(answers);
		// While the second wait after a lost connection, of two seconds, has just begun.
		bench.cancelAfter(1_100);

		expect(await bench.call(send, resend)).toMatchObject(failure);
		expect(bench.clock.now()).toBeLessThanOrEqual(1_600);
		expect(bench.calls).toHaveLength(answers.length);
	});
});
