import fc from 'fast-check';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { apiErrorWith } from '../client/apiErrorWith';
import {
	type Answer,
	Bench,
	lost,
	notConnected,
	read,
	refusal,
	send,
	statusOf,
	success,
	TestRun,
	tokenRefusal,
	tooMany,
} from './bench';

const outage = new Error('The database is away');

/** Sends the message of a key in an execution of its own. */
const sendFor = async (bench: Bench, idempotencyKey: string) =>
	await bench.call(send, { idempotencyKey }, 0, new TestRun());

describe('a message that is sent once for its key', () => {
	it('is skipped in a later execution, and says so', async () => {
		const bench = new Bench();
		await sendFor(bench, 'order 1');

		const later = await sendFor(bench, 'order 1');

		expect(later).toMatchObject({ status: 200, skipped: true });
		expect(later instanceof ApiError ? later : JSON.parse(later.text)).toEqual({
			status: 'skipped',
			message: "Not sent: a message with the key 'order 1' was already sent, or may have been.",
			data: [],
		});
		expect(bench.calls).toHaveLength(1);
	});

	it('is a message: other calls of the item are made as ever', async () => {
		const bench = new Bench();

		expect(await bench.call(read, { idempotencyKey: 'order 1' })).toEqual(success());
		expect(bench.row.keys).toEqual([]);
	});

	it('is not sent when its key cannot be recorded', async () => {
		const bench = new Bench();
		bench.row.outage = outage;

		expect(await sendFor(bench, 'order 1')).toMatchObject({
			reason: 'keyNotRecorded',
			outcome: 'notDone',
			details: { cause: 'The database is away' },
		});
		expect(bench.calls).toEqual([]);
	});

	it.each([
		{ answer: refusal(), reason: 'refused', status: 403 },
		{
			answer: apiErrorWith('untrustedConnection', 'notDone'),
			reason: 'untrustedConnection',
			status: undefined,
		},
	])('says so when its key could not be taken out: $reason', async ({ answer, ...said }) => {
		const bench = new Bench([answer]);
		bench.onCall = () => {
			bench.row.outage = outage;
		};

		expect(await sendFor(bench, 'order 1')).toMatchObject({
			...said,
			outcome: 'notDone',
			details: { isKeyKept: true },
		});
	});

	it('is tried again where it surely did not go out, for a key that is recorded once', async () => {
		const bench = new Bench([notConnected(), tooMany('0')]);

		expect(await sendFor(bench, 'order 1')).toEqual(success());
		expect(bench.calls).toHaveLength(3);
		expect(bench.row.changes).toEqual([{ kind: 'record', keys: ['order 1'] }]);
	});

	it('is sent again by a retry when the user wants that, as the key is its own', async () => {
		const bench = new Bench([lost(), lost(), lost()]);
		const settings = { idempotencyKey: 'order 1', retryWhenUnsure: true };

		expect(statusOf(await bench.call(send, settings))).toBe('connectionLost');
		expect(await bench.call(send, settings)).toEqual(success());
	});

	it('is not sent, and keeps no key, when the execution is stopped while the key is recorded', async () => {
		const bench = new Bench();
		bench.cancelAfter(2);

		expect(statusOf(await bench.call(send, { idempotencyKey: 'order 1' }))).toBe('cancelled');
		expect(bench.row.changes.map(({ kind }) => kind)).toEqual(['record', 'remove']);
		expect(bench.row.keys).toEqual([]);
		expect(bench.calls).toEqual([]);
	});
});

describe('what was sent before', () => {
	it('takes no place in the rate limit: 1,000 known keys, with 5 new ones in between', async () => {
		// The limit of section 8 (Limits), and what a change of n8n's row takes when it is full.
		const bench = new Bench([], { limit: 25, windowMs: 1_000 }, 20);
		const items = Array.from({ length: 1_000 }, (_, order) => String(order));
		await bench.clock.run(bench.row.record(items));
		const start = bench.clock.now();
		const places = [100, 300, 500, 700, 900];
		for (const place of places) items.splice(place, 0, `new ${String(place)}`);

		const queue = new KeyedQueue({ concurrency: () => 100, isStopped: () => false });
		for (const [item, idempotencyKey] of items.entries()) {
			queue.add(undefined, async () => {
				await bench.callerFor(item, { idempotencyKey })(send);
			});
		}
		await bench.clock.run(queue.ended());

		expect(bench.clock.now() - start).toBeLessThan(3_000);
		expect(bench.calls.map(({ key }) => key)).toEqual(
			places.map((place) => `new ${String(place)}`),
		);
	});

	it('is skipped without asking the store where this process sent it', async () => {
		const bench = new Bench([success(), lost(), refusal()]);
		const keys = ['sent', 'unknown', 'refused'];
		for (const key of keys) await sendFor(bench, key);
		bench.row.outage = outage;

		const later: unknown[] = [];
		for (const key of keys) later.push(statusOf(await sendFor(bench, key)));
		expect(later).toEqual(['skipped', 'skipped', 'keyNotRecorded']);
	});

	it('leaves its place in the rate limit to others, as a message does whose key is not recorded', async () => {
		const bench = new Bench([], { limit: 1, windowMs: 60_000 });
		await bench.clock.run(bench.row.record(['known']));

		expect(statusOf(await sendFor(bench, 'known'))).toBe('skipped');
		bench.row.outage = outage;
		expect(statusOf(await sendFor(bench, 'new'))).toBe('keyNotRecorded');
		bench.row.outage = undefined;
		expect(statusOf(await sendFor(bench, 'new'))).toBe('Success');
		expect(bench.clock.now()).toBeLessThan(1_000);
	});
});

describe('whatever goes wrong, and whatever runs at once', () => {
	const keys = ['a', 'b', 'c', 'd'];
	const unsureAnswers = [
		lost(),
		apiErrorWith('timedOut', 'unknown'),
		apiErrorWith('serverFault', 'unknown'),
	];
	const anyAnswer = fc.oneof(
		fc.constant(success()),
		fc.constantFrom(...unsureAnswers),
		fc.constantFrom(refusal(), tooMany('0'), notConnected()),
	);
	const anyExecution = fc.record({
		startsAt: fc.nat(40),
		tries: fc.integer({ min: 1, max: 3 }),
		cancelledAt: fc.option(fc.nat(60)),
		itemKeys: fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 6 }),
	});
	type Execution = typeof anyExecution extends fc.Arbitrary<infer Value> ? Value : never;

	/** Gives what each try of the execution said of each item. */
	async function execute(
		bench: Bench,
		{ startsAt, tries, cancelledAt, itemKeys }: Execution,
		retryWhenUnsure: boolean,
	): Promise<unknown[][]> {
		const run = new TestRun();
		if (cancelledAt !== null) {
			void bench.clock.sleep(cancelledAt).then(() => {
				run.cancellation.stop();
			});
		}
		await bench.clock.sleep(startsAt);
		const said: unknown[][] = [];
		for (let attempt = 1; attempt <= tries; attempt += 1) {
			const answers = itemKeys.map(async (idempotencyKey, item) => {
				const settings = { idempotencyKey, retryWhenUnsure };
				return await bench.callerFor(item, settings, run)(send);
			});
			said.push((await Promise.all(answers)).map(statusOf));
		}
		return said;
	}

	it('a key is sent at most once, kept where its message may be out, and free for others elsewhere', async () => {
		const isSent = (answer: Answer) => statusOf(answer) === 'Success';
		const isUnsure = (answer: Answer) => unsureAnswers.some((unsure) => unsure === answer);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.oneof({ weight: 9, arbitrary: anyAnswer }, fc.constant(tokenRefusal())), {
					maxLength: 30,
				}),
				fc.array(anyExecution, { minLength: 1, maxLength: 4 }),
				fc.boolean(),
				async (answers, executions, resend) => {
					const bench = new Bench(answers, { limit: 5, windowMs: 50 });
					const said = await bench.clock.run(
						Promise.all(executions.map(async (given) => await execute(bench, given, resend))),
					);

					expect(bench.calls.filter(({ isRecorded }) => !isRecorded)).toEqual([]);
					bench.answers.length = 0;
					for (const key of keys) {
						const own = bench.calls.filter((call) => call.key === key);
						const sent = own.filter(({ answer }) => isSent(answer)).length;
						const unsure = own.filter(({ answer }) => isUnsure(answer)).length;
						if (!resend || unsure === 0) expect(sent + unsure).toBeLessThanOrEqual(1);
						const mayBeOut = sent + unsure > 0;
						expect(bench.row.keys.includes(key)).toBe(mayBeOut);
						const later = statusOf(await sendFor(bench, key));
						expect(later).toBe(mayBeOut ? 'skipped' : 'Success');
					}
					// What a try has sent stays sent in the next one, and is not called skipped.
					for (const tries of said) {
						for (const [index, before] of tries.slice(0, -1).entries()) {
							const next = tries[index + 1]?.filter((_, item) => before[item] === 'Success');
							expect(next).toEqual(before.filter((status) => status === 'Success'));
						}
					}
				},
			),
			{ numRuns: 300 },
		);
	});
});
