import type { CallKind, ChannelCall } from '../../../nodes/ChannelMessaging/api/call';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/api/response';
import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import {
	type QueueFlow,
	RateLimitedQueue,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RunJournal } from '../../../nodes/ChannelMessaging/requests/journal';
import { apiCallerFor, type Run } from '../../../nodes/ChannelMessaging/requests/apiCaller';
import type { CallSettings } from '../../../nodes/ChannelMessaging/requests/callSettings';
import { WaitingTime } from '../../../nodes/ChannelMessaging/rateLimit/waitingTime';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { apiResponse } from '../api/apiResponse';
import { apiErrorWith } from '../api/apiErrorWith';

type Answer = ApiResponse | ApiError;

/** How long the service takes for an answer, in milliseconds. */
const answerTime = 5;
const defaults: CallSettings = { timeout: 1_000, resendWhenUnsure: false };

const send: ChannelCall = {
	kind: 'message',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};
const sendToAnother: ChannelCall = { ...send, path: '/v1/message/sendContent/2' };
const read: ChannelCall = {
	kind: 'contact',
	method: 'GET',
	path: '/v1/contact/1',
	idempotent: true,
};
const tag: ChannelCall = {
	kind: 'contact',
	method: 'POST',
	path: '/v1/contact/1/tags',
	idempotent: true,
};

const success = (text = 'done') => apiResponse({ status: 'Success', message: text });
const refusal = () => apiResponse({ status: 'error' }, 403);
const tokenRefusal = () => apiResponse({ status: 'error' }, 401);
const tooMany = (retryAfter: string) => apiResponse({}, 429, { 'retry-after': retryAfter });
const lost = () => apiErrorWith('connectionLost', 'unknown');
const notConnected = () => apiErrorWith('notConnected', 'notDone');

/** One run of the node, against a service that gives the answers in turn, and then successes. */
class Bench {
	readonly clock = new VirtualClock();
	readonly journal = new RunJournal();
	stop = new CancellationToken();
	/** What reached the service, and when, in milliseconds since the start. */
	readonly calls: Array<{ path: string; at: number }> = [];
	/** What happens while a call is under way, before it is answered. */
	onCall: () => void = () => undefined;
	/** How long a call takes until it is written to its connection, in milliseconds. */
	wayOut = 0;

	private readonly start = this.clock.now();
	private readonly flows: Record<CallKind, QueueFlow>;
	private readonly answers: Answer[];

	constructor(answers: readonly Answer[] = [], limit = 100) {
		const rate = { limit, windowMilliseconds: 1_000 };
		const newFlow = () =>
			new RateLimitedQueue(rate, this.clock, () => 0).openFlow(new WaitingTime());
		this.answers = [...answers];
		this.flows = { message: newFlow(), contact: newFlow() };
	}

	get paths(): string[] {
		return this.calls.map(({ path }) => path);
	}

	get times(): number[] {
		return this.calls.map(({ at }) => at);
	}

	get elapsed(): number {
		return this.clock.now() - this.start;
	}

	/** Makes the calls of one try for an item, one after the other, until one fails. */
	async attempt(
		calls: readonly ChannelCall[],
		settings: Partial<CallSettings> = {},
		item = 0,
	): Promise<Answer[]> {
		const place = apiCallerFor(this.run(), this.journal.item(item), { ...defaults, ...settings });
		const results: Answer[] = [];
		for (const call of calls) {
			try {
				results.push(await place(call));
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				results.push(error);
				break;
			}
		}
		return results;
	}

	/** One call, to its end. */
	async place(
		call: ChannelCall,
		settings: Partial<CallSettings> = {},
		item = 0,
	): Promise<Answer | undefined> {
		const [result] = await this.clock.run(this.attempt([call], settings, item));
		return result;
	}

	/** n8n runs the node again: nothing is cancelled any more. */
	tryAgain(): void {
		this.stop = new CancellationToken();
	}

	/** Cancels the execution after so many milliseconds. */
	async haltAfter(milliseconds: number): Promise<void> {
		await this.clock.sleep(milliseconds);
		this.stop.cancel();
	}

	private run(): Run {
		return {
			request: async ({ path }, _timeout, onWritten) => {
				this.calls.push({ path, at: this.elapsed });
				this.onCall();
				if (this.wayOut > 0) await this.clock.sleep(this.wayOut);
				onWritten();
				await this.clock.sleep(answerTime);
				return this.answers.shift() ?? success();
			},
			flow: (kind) => this.flows[kind],
			journal: this.journal,
			clock: this.clock,
			random: () => 0,
			stop: this.stop,
			keys: () => {
				throw new Error('Nothing is sent once for a key here');
			},
		};
	}
}

const text = (result: Answer | undefined) =>
	result instanceof ApiError ? result.reason : result?.text;

describe('a later try of the same run', () => {
	it('does not make a call again that was answered, and has its answer without the headers', async () => {
		const answer = apiResponse({ status: 'Success' }, 200, { 'content-type': 'application/json' });
		const bench = new Bench([answer]);

		expect(await bench.place(send)).toEqual(answer);
		expect(await bench.place(send)).toEqual({ ...answer, headers: {} });
		expect(bench.calls).toHaveLength(1);
	});

	it('makes a call again that was refused', async () => {
		const bench = new Bench([refusal()]);

		expect(await bench.place(send)).toMatchObject({ reason: 'refused', outcome: 'notDone' });
		expect(text(await bench.place(send))).toBe(success().text);
		expect(bench.journal.item(0).doubt()).toBeUndefined();
	});

	it('does not make a call again that may have been done, and says again why', async () => {
		const failure = lost();
		const bench = new Bench([failure]);

		expect(await bench.place(send)).toBe(failure);
		expect(await bench.place(send)).toBe(failure);
		expect(bench.calls).toHaveLength(1);
		expect(bench.journal.item(0).doubt()).toBe(failure);
	});

	it('makes a call again that may have been done where the user wants that', async () => {
		const bench = new Bench([lost()]);

		await bench.place(send);
		expect(text(await bench.place(send, { resendWhenUnsure: true }))).toBe(success().text);
		expect(bench.calls).toHaveLength(2);
	});

	it('makes a call again that changes nothing when done twice, however it failed', async () => {
		const bench = new Bench([lost(), lost(), lost()]);

		expect(await bench.place(read)).toMatchObject({ reason: 'connectionLost' });
		expect(bench.journal.item(0).doubt()).toBeUndefined();
		expect(text(await bench.place(read))).toBe(success().text);
	});

	it('remembers that a message may be out although its repetitions were wanted', async () => {
		const bench = new Bench([lost(), lost(), lost()]);

		await bench.place(send, { resendWhenUnsure: true });

		expect(bench.journal.item(0).doubt()).toMatchObject({ reason: 'connectionLost' });
		expect(await bench.place(send)).toMatchObject({ reason: 'connectionLost' });
		expect(bench.calls).toHaveLength(3);
	});

	it('finds the answers of the calls that it shares with the former, and takes no other for them', async () => {
		const bench = new Bench([success('tags'), refusal(), success('message')]);
		await bench.clock.run(bench.attempt([tag, send]));

		const results = await bench.clock.run(bench.attempt([send, tag]));

		expect(results.map(text)).toEqual([success('message').text, success('tags').text]);
		expect(bench.paths).toEqual([tag.path, send.path, send.path]);
	});

	it('reads again what was read, so that no page of a search is kept', async () => {
		const bench = new Bench([success('before'), success('now')]);
		await bench.clock.run(bench.attempt([read]));

		expect((await bench.clock.run(bench.attempt([read]))).map(text)).toEqual([success('now').text]);
	});

	it("takes another method's call to the same path for another call", async () => {
		const bench = new Bench([success('tagged'), success('deleted')]);
		await bench.place(tag);

		expect(text(await bench.place({ ...tag, method: 'DELETE' }))).toBe(success('deleted').text);
	});

	it('does not find what was answered for another item', async () => {
		const bench = new Bench();

		await bench.place(send, {}, 0);
		await bench.place(send, {}, 1);

		expect(bench.calls).toHaveLength(2);
	});
});

it('tells calls to the same address apart by how many went before', async () => {
	const answers = ['first', 'second', 'third'].map((name) => success(name));
	const texts = answers.map(text);
	const bench = new Bench(answers);
	const attempt = async () => await bench.clock.run(bench.attempt([send, send, send]));

	expect((await attempt()).map(text)).toEqual(texts);
	expect((await attempt()).map(text)).toEqual(texts);
	expect(bench.calls).toHaveLength(3);
});

it('sends only messages once for a key: other calls of the item are made as ever', async () => {
	const bench = new Bench();

	expect(text(await bench.place(read, { idempotencyKey: 'order 1' }))).toBe(success().text);
});

describe('a call that failed', () => {
	it('is repeated with growing waits where it may be', async () => {
		const bench = new Bench([lost(), lost()]);

		expect(text(await bench.place(read))).toBe(success().text);
		expect(bench.times).toEqual([0, 1_000 + answerTime, 3_000 + 2 * answerTime]);
	});

	it('is repeated, even a message, where it never reached the service', async () => {
		const bench = new Bench([notConnected()]);

		expect(text(await bench.place(send))).toBe(success().text);
		expect(bench.times).toEqual([0, 1_000 + answerTime]);
	});

	it.each(['notConnected', 'untrustedConnection'] as const)(
		'leaves its place to another where it never reached the service: %s',
		async (reason) => {
			const bench = new Bench([apiErrorWith(reason, 'notDone')], 1);

			await bench.place(send);
			await bench.place(sendToAnother);

			expect(bench.times.slice(0, 2)).toEqual([
				0,
				reason === 'notConnected' ? 1_000 + answerTime : answerTime,
			]);
		},
	);

	it('is made once where it may have been done and doing it twice would matter', async () => {
		const bench = new Bench([lost()]);

		await bench.place(send);

		expect(bench.calls).toHaveLength(1);
	});

	it('is repeated in the same try where the user wants messages sent again', async () => {
		const bench = new Bench([lost()]);

		expect(text(await bench.place(send, { resendWhenUnsure: true }))).toBe(success().text);
		expect(bench.calls).toHaveLength(2);
	});

	it('stays unsure after a lost connection, whatever refusal follows', async () => {
		const bench = new Bench([lost(), refusal()]);

		expect(await bench.place(send, { resendWhenUnsure: true })).toMatchObject({
			reason: 'connectionLost',
			outcome: 'unknown',
		});
		expect(bench.journal.item(0).doubt()).toMatchObject({ reason: 'connectionLost' });
	});

	it('stays unsure after a former try in which it got lost, whatever refusal follows', async () => {
		const bench = new Bench([lost(), refusal()]);
		await bench.place(send);

		expect(await bench.place(send, { resendWhenUnsure: true })).toMatchObject({
			reason: 'connectionLost',
			outcome: 'unknown',
		});
	});

	it('is not done where all its attempts were refused, for the reason of the last', async () => {
		const bench = new Bench([notConnected(), tooMany('0'), refusal()]);

		expect(await bench.place(send)).toMatchObject({ reason: 'refused', outcome: 'notDone' });
		expect(bench.calls).toHaveLength(3);
	});

	it('keeps no other call from leaving', async () => {
		const bench = new Bench([refusal(), lost()]);

		await bench.place(send, {}, 0);
		await bench.place(send, {}, 1);
		await bench.place(send, {}, 2);

		expect(bench.times).toEqual([0, answerTime, 2 * answerTime]);
	});
});

describe('a call that met the rate limit', () => {
	it('goes again after the wait that the service asks for', async () => {
		const bench = new Bench([tooMany('60')]);

		expect(text(await bench.place(send))).toBe(success().text);
		expect(bench.times).toEqual([0, 60_000 + answerTime]);
	});

	it.each(['soon', '-5', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
		'goes again with growing waits, for at most two minutes, where that is no time: %s',
		async (retryAfter) => {
			const bench = new Bench(Array.from({ length: 20 }, () => tooMany(retryAfter)));

			expect(await bench.place(send)).toMatchObject({
				reason: 'rateLimited',
				outcome: 'notDone',
				details: { waited: 63_030 },
			});
			expect(bench.times.map((time) => Math.floor(time / 1_000))).toEqual([0, 1, 3, 7, 15, 31, 63]);
		},
	);

	it('waits for a quarter of an hour altogether, and says for how long it waited', async () => {
		const bench = new Bench(Array.from({ length: 100 }, () => tooMany('60')));

		expect(await bench.place(send)).toMatchObject({
			reason: 'rateLimited',
			details: { waited: expect.any(Number) as number, asked: 60_000 },
		});
		expect(bench.elapsed).toBeLessThanOrEqual(15 * 60_000);
		expect(bench.elapsed).toBeGreaterThan(14 * 60_000);
	});

	it('keeps nobody waiting for hours where the service refuses everything', async () => {
		const bench = new Bench(
			Array.from({ length: 1_000 }, () => tooMany('900')),
			5,
		);

		const results = await bench.clock.run(
			Promise.all(
				Array.from({ length: 200 }, async (_, item) => await bench.attempt([send], {}, item)),
			),
		);

		expect(results.flat().map(text)).toEqual(results.map(() => 'rateLimited'));
		expect(bench.elapsed).toBeLessThanOrEqual(16 * 60_000);
		expect(bench.calls.length).toBeLessThan(20);
	});

	it('goes before those that have not left yet, which leave in the order in which they came', async () => {
		const bench = new Bench([tooMany('1')], 1);
		const paths = ['1', '2', '3', '4'].map((contact) => `/v1/message/sendContent/${contact}`);

		await bench.clock.run(
			Promise.all(
				paths.map(async (path, item) => await bench.attempt([{ ...send, path }], {}, item)),
			),
		);

		expect(bench.paths).toEqual([paths[0], ...paths]);
	});

	it('waits for a quarter of an hour where the service asks for that', async () => {
		const bench = new Bench([tooMany('900')]);

		expect(text(await bench.place(send))).toBe(success().text);
		expect(bench.elapsed).toBeGreaterThanOrEqual(900_000);
	});

	it('does not wait where the service asks for more than a quarter of an hour', async () => {
		const bench = new Bench([tooMany('901')]);

		expect(await bench.place(send)).toMatchObject({
			reason: 'rateLimited',
			outcome: 'notDone',
			status: 429,
			details: { waited: 0, asked: 901_000 },
		});
		expect(bench.elapsed).toBe(answerTime);
	});
});

it('counts a call against the rate from when it was written to its connection', async () => {
	const bench = new Bench([], 1);
	bench.wayOut = 400;

	await bench.clock.run(
		Promise.all([bench.attempt([send], {}, 0), bench.attempt([sendToAnother], {}, 1)]),
	);

	expect(bench.times[1]).toBeGreaterThanOrEqual(1_400);
});

describe("the token's refusal", () => {
	it('keeps later calls from starting', async () => {
		const bench = new Bench([tokenRefusal()]);

		const refused = await bench.place(send, {}, 0);
		expect(refused).toMatchObject({ reason: 'tokenInvalid', outcome: 'notDone' });
		expect(await bench.place(send, {}, 0)).toBe(refused);
		expect(await bench.place(read, {}, 1)).toBe(refused);
		expect(bench.calls).toHaveLength(1);
	});

	it('keeps the calls of a later try from starting as well', async () => {
		const bench = new Bench([tokenRefusal()]);

		const refused = await bench.place(send);
		bench.tryAgain();
		expect(await bench.place(send)).toBe(refused);
		expect(bench.calls).toHaveLength(1);
	});

	it('does so as well where a former attempt of the call got lost', async () => {
		const bench = new Bench([lost(), tokenRefusal()]);

		await bench.place(read, {}, 0);
		expect(await bench.place(send, {}, 1)).toMatchObject({ reason: 'tokenInvalid' });
		expect(bench.calls).toHaveLength(2);
	});

	it('makes no message undone that may be out', async () => {
		const bench = new Bench([lost(), tokenRefusal()]);
		const unsure = { reason: 'connectionLost', outcome: 'unknown' };

		expect(await bench.place(send, { resendWhenUnsure: true })).toMatchObject(unsure);
		expect(bench.journal.item(0).doubt()).toMatchObject(unsure);
		expect(bench.journal.refusedToken).toMatchObject({ reason: 'tokenInvalid' });
		expect(await bench.place(send, { resendWhenUnsure: true })).toMatchObject(unsure);
		expect(bench.calls).toHaveLength(2);
	});

	it('halts the execution', async () => {
		const bench = new Bench([tokenRefusal()]);
		await bench.place(send);

		expect(bench.stop.isCancelled).toBe(true);
	});

	it('leaves the answers that came before', async () => {
		const bench = new Bench([success('before'), tokenRefusal()]);
		await bench.place(send, {}, 0);
		await bench.place(send, {}, 1);

		expect(text(await bench.place(send, {}, 0))).toBe(success('before').text);
	});

	it('is not set by any other refusal', async () => {
		const bench = new Bench([refusal()]);

		await bench.place(send);

		expect(bench.journal.refusedToken).toBeUndefined();
	});
});

describe("the execution's stop", () => {
	it('keeps a call from starting that waits for the rate limit', async () => {
		const bench = new Bench([], 1);

		const [, [second]] = await bench.clock.run(
			Promise.all([
				bench.attempt([send], {}, 0),
				bench.attempt([sendToAnother], {}, 1),
				bench.haltAfter(100),
			]),
		);

		expect(second).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
		expect(bench.paths).toEqual([send.path]);
	});

	it('keeps a call from starting that it overtakes when its permit is given already', async () => {
		const bench = new Bench();
		// Both have their permits at once, and the first one ends the execution as it starts.
		bench.onCall = () => {
			bench.stop.cancel();
		};

		const [[first], [second]] = await bench.clock.run(
			Promise.all([bench.attempt([send], {}, 0), bench.attempt([sendToAnother], {}, 1)]),
		);

		expect(text(first)).toBe(success().text);
		expect(second).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
		expect(bench.paths).toEqual([send.path]);
	});

	it('leaves the place of a call that it overtook to the calls of others', async () => {
		const bench = new Bench([], 2);
		bench.onCall = () => {
			bench.stop.cancel();
		};
		await bench.clock.run(
			Promise.all([bench.attempt([send], {}, 0), bench.attempt([sendToAnother], {}, 1)]),
		);

		bench.tryAgain();
		await bench.place(send, {}, 2);

		expect(bench.times).toEqual([0, answerTime]);
	});

	it("gives the token's refusal as the reason where that was why", async () => {
		const bench = new Bench([tokenRefusal()], 1);
		const haltAfterwards = async () => {
			await bench.attempt([send], {}, 0);
			bench.stop.cancel();
		};

		const [, [second]] = await bench.clock.run(
			Promise.all([haltAfterwards(), bench.attempt([sendToAnother], {}, 1)]),
		);

		expect(second).toMatchObject({ reason: 'tokenInvalid' });
		expect(bench.calls).toHaveLength(1);
	});

	it('ends the wait after a refusal within half a second, and the call is not made', async () => {
		const bench = new Bench([tooMany('60')]);

		const [[result]] = await bench.clock.run(
			Promise.all([bench.attempt([send]), bench.haltAfter(1_100)]),
		);

		expect(result).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
		expect(bench.elapsed).toBeLessThanOrEqual(1_600);
		expect(bench.calls).toHaveLength(1);
	});

	it('ends the wait for a repetition within half a second, and leaves the call unsure', async () => {
		const bench = new Bench([lost(), lost()]);

		const [[result]] = await bench.clock.run(
			Promise.all([
				bench.attempt([send], { resendWhenUnsure: true }),
				// While the second wait, of two seconds, has just begun.
				bench.haltAfter(1_100),
			]),
		);

		expect(result).toMatchObject({ reason: 'connectionLost', outcome: 'unknown' });
		expect(bench.elapsed).toBeLessThanOrEqual(1_600);
		expect(bench.calls).toHaveLength(2);
		expect(bench.journal.item(0).doubt()).toBe(result);
	});
});
