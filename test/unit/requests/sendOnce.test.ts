import fc from 'fast-check';

import type { ChannelCall } from '../../../nodes/ChannelMessaging/api/call';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/api/response';
import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import { deliver } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RunJournal } from '../../../nodes/ChannelMessaging/requests/journal';
import { apiCallerFor, type Run } from '../../../nodes/ChannelMessaging/requests/apiCaller';
import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/requests/idempotencyKeys';
import { WaitingTime } from '../../../nodes/ChannelMessaging/rateLimit/waitingTime';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { apiResponse } from '../api/apiResponse';
import { apiErrorWith } from '../api/apiErrorWith';
import { KeyRow } from './keyRow';

/** What the service, or the way to it, does with one call. */
const fates = {
	sent: { takesEffect: true, gives: () => apiResponse({ status: 'Success' }) },
	lostAfterwards: { takesEffect: true, gives: () => apiErrorWith('connectionLost', 'unknown') },
	lostBefore: { takesEffect: false, gives: () => apiErrorWith('timedOut', 'unknown') },
	serverFault: { takesEffect: false, gives: () => apiResponse({}, 503) },
	refused: {
		takesEffect: false,
		gives: () => apiResponse({ status: 'error', message: 'The contact is blocked' }, 403),
	},
	tokenRefused: { takesEffect: false, gives: () => apiResponse({ status: 'error' }, 401) },
	tooMany: { takesEffect: false, gives: () => apiResponse({}, 429, { 'retry-after': '0' }) },
	notConnected: { takesEffect: false, gives: () => apiErrorWith('notConnected', 'notDone') },
} as const;

type Fate = keyof typeof fates;
const unsureFates: readonly Fate[] = ['lostAfterwards', 'lostBefore', 'serverFault'];

const send: ChannelCall = {
	kind: 'message',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};

/** One node of one n8n, with all its executions. */
class SendingNode {
	readonly clock = new VirtualClock();
	readonly row: KeyRow;
	private readonly sent = new IdempotencyKeys(this.clock);
	private readonly queue: RateLimitedQueue;
	/** For each key, what became of its calls. */
	readonly calls: Array<{ key: string; fate: Fate }> = [];

	/**
	 * @param fate decides on each call, in the order in which they leave
	 * @param changeMilliseconds how long a change of the store takes
	 */
	constructor(
		private readonly fate: () => Fate,
		private readonly rate = { limit: 5, windowMilliseconds: 50 },
		changeMilliseconds = 3,
	) {
		this.row = new KeyRow(this.clock, changeMilliseconds);
		this.queue = new RateLimitedQueue(rate, this.clock, () => 0);
	}

	newRun(): { journal: RunJournal; stop: CancellationToken } {
		return { journal: new RunJournal(), stop: new CancellationToken() };
	}

	/** Sends the message of one item in a run. */
	async send(
		{ journal, stop }: { journal: RunJournal; stop: CancellationToken },
		item: number,
		key: string,
		resendWhenUnsure = false,
	): Promise<ApiResponse | ApiError> {
		const run: Run = {
			request: async (_call, _timeout, onWritten) => {
				onWritten();
				const fate = this.fate();
				this.calls.push({ key, fate });
				await this.clock.sleep(7);
				return fates[fate].gives();
			},
			flow: () => this.queue.openFlow(new WaitingTime()),
			journal,
			clock: this.clock,
			random: () => 0,
			stop,
			keys: () => ({ sent: this.sent, store: this.row, atOnce: this.rate.limit }),
		};
		const settings = { timeout: 1_000, resendWhenUnsure, idempotencyKey: key };
		try {
			return await apiCallerFor(run, journal.item(item), settings)(send);
		} catch (error) {
			if (error instanceof ApiError) return error;
			throw error;
		}
	}

	/** How often a message went out for the key. */
	timesOut(key: string): number {
		return this.calls.filter((call) => call.key === key && fates[call.fate].takesEffect).length;
	}

	isUnsure(key: string): boolean {
		return this.calls.some((call) => call.key === key && unsureFates.includes(call.fate));
	}
}

/** Fates one after the other; when they run out, all goes well. */
function inTurn(list: readonly Fate[]): () => Fate {
	const left = [...list];
	return () => left.shift() ?? 'sent';
}

function statusOf(result: ApiResponse | ApiError): unknown {
	if (result instanceof ApiError) return result.reason;
	const body: unknown = JSON.parse(result.text);
	return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
}

describe('a message that is sent once for its key', () => {
	it('is sent, and in a later execution skipped', async () => {
		const node = new SendingNode(inTurn([]));
		const sendInARun = async () => await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(statusOf(await sendInARun())).toBe('Success');
		const later = await sendInARun();

		expect(statusOf(later)).toBe('skipped');
		expect(later).toMatchObject({ status: 200, skipped: true });
		expect(later instanceof ApiError ? later : JSON.parse(later.text)).toEqual({
			status: 'skipped',
			message: expect.stringContaining(
				"a message with the key 'order 1' was already sent",
			) as string,
			data: [],
		});
		expect(node.calls).toHaveLength(1);
	});

	it('is recorded before it leaves', async () => {
		const keysAtCall: string[][] = [];
		const node: SendingNode = new SendingNode(() => {
			keysAtCall.push([...node.row.keys]);
			return 'sent';
		});

		await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(keysAtCall).toEqual([['order 1']]);
	});

	it.each<Fate>(['refused', 'notConnected', 'tokenRefused'])(
		'can be sent later when it was not done: %s',
		async (fate) => {
			let now = fate;
			const node = new SendingNode(() => now);

			await node.clock.run(node.send(node.newRun(), 0, 'order 1'));
			expect(node.row.keys).toEqual([]);

			now = 'sent';
			expect(statusOf(await node.clock.run(node.send(node.newRun(), 0, 'order 1')))).toBe(
				'Success',
			);
		},
	);

	it('can be sent later when 429 came until it was given up', async () => {
		const node = new SendingNode(() => 'tooMany');

		const result = await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(statusOf(result)).toBe('rateLimited');
		expect(node.row.keys).toEqual([]);
	});

	it.each(unsureFates)('is not sent later when it may have gone out: %s', async (fate) => {
		const node = new SendingNode(inTurn([fate]));

		await node.clock.run(node.send(node.newRun(), 0, 'order 1'));
		const later = await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(statusOf(later)).toBe('skipped');
		expect(node.calls).toHaveLength(1);
	});

	it('gives its own first answer, and not "skipped", when n8n tries again', async () => {
		const node = new SendingNode(inTurn([]));
		const run = node.newRun();

		await node.clock.run(node.send(run, 0, 'order 1'));

		expect(statusOf(await node.clock.run(node.send(run, 0, 'order 1')))).toBe('Success');
		expect(node.calls).toHaveLength(1);
	});

	it('is sent again by a retry when the user wants that, as the key is its own', async () => {
		const node = new SendingNode(inTurn(['lostBefore', 'lostBefore', 'lostBefore']));
		const run = node.newRun();

		expect(statusOf(await node.clock.run(node.send(run, 0, 'order 1', true)))).toBe('timedOut');
		expect(statusOf(await node.clock.run(node.send(run, 0, 'order 1', true)))).toBe('Success');
		expect(node.row.keys).toEqual(['order 1']);
	});

	it('keeps its key when a call that may have been done is refused afterwards', async () => {
		const node = new SendingNode(inTurn(['lostAfterwards', 'refused']));

		await node.clock.run(node.send(node.newRun(), 0, 'order 1', true));

		expect(node.row.keys).toEqual(['order 1']);
	});

	it.each<[Fate, string]>([
		['sent', 'skipped'],
		['refused', 'Success'],
	])('lets the next one for the same key wait: after %s, that is %s', async (fate, status) => {
		const node = new SendingNode(inTurn([fate]));
		const [one, other] = [node.newRun(), node.newRun()];

		const [, second] = await node.clock.run(
			Promise.all([node.send(one, 0, 'order 1'), node.send(other, 0, 'order 1')]),
		);

		expect(statusOf(second)).toBe(status);
	});

	it('is not sent when its key cannot be recorded', async () => {
		const node = new SendingNode(inTurn([]));
		node.row.outage = new Error('The database is away');

		const result = await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(result).toMatchObject({
			reason: 'keyNotRecorded',
			outcome: 'notDone',
			details: { cause: 'The database is away' },
		});
		expect(node.calls).toEqual([]);
	});

	it.each([
		{ fate: 'refused', status: 403 },
		{ fate: 'notConnected', status: undefined },
	] as const)('says so when its key could not be taken out: $fate', async ({ fate, status }) => {
		const node: SendingNode = new SendingNode(() => {
			node.row.outage = new Error('The database is away');
			return fate;
		});

		const result = await node.clock.run(node.send(node.newRun(), 0, 'order 1'));

		expect(result).toMatchObject({
			status,
			reason: fate,
			outcome: 'notDone',
			details: { isKeyKept: true },
		});
	});

	it('is not sent, and keeps no key, when the execution is stopped while the key is recorded', async () => {
		const node = new SendingNode(inTurn([]));
		const run = node.newRun();
		const sending = node.send(run, 0, 'order 1');
		const stop = async () => {
			await node.clock.sleep(2);
			run.stop.cancel();
		};

		const [result] = await node.clock.run(Promise.all([sending, stop()]));

		expect(statusOf(result)).toBe('cancelled');
		expect(node.row.changes.map(({ kind }) => kind)).toEqual(['record', 'remove']);
		expect(node.row.keys).toEqual([]);
		expect(node.calls).toEqual([]);
	});
});

describe('what was sent before', () => {
	/** The limit of section 8, Limits. */
	const documented = { limit: 25, windowMilliseconds: 1_000 };
	/** What n8n 2.8.4 takes on an idle machine to change a row of 50,000 keys, in milliseconds. */
	const fullRow = 20;

	const orders = (count: number) => Array.from({ length: count }, (_, order) => String(order));

	/** Runs one execution, as many items at once as the node has under way; gives its seconds. */
	async function secondsFor(node: SendingNode, keys: readonly string[]): Promise<number> {
		const run = node.newRun();
		const start = node.clock.now();
		const tasks = keys.map((key, item) => ({
			partitionKey: undefined,
			perform: async () => await node.send(run, item, key),
		}));
		await node.clock.run(
			deliver(tasks, {
				concurrency: () => 100,
				isStopped: () => false,
				onFailure: () => undefined,
				onDone: () => undefined,
			}),
		);
		return (node.clock.now() - start) / 1_000;
	}

	it.each([
		['at the end', [1_000, 1_001, 1_002, 1_003, 1_004]],
		['in between', [100, 300, 500, 700, 900]],
	])('takes no place in the rate limit: 1,000 known keys, 5 new ones %s', async (_, added) => {
		const known = orders(1_000);
		const node = new SendingNode(inTurn([]), documented, fullRow);
		await node.clock.run(node.row.record(known));
		const items = [...known];
		for (const place of added) items.splice(place, 0, `new ${String(place)}`);

		expect(await secondsFor(node, items)).toBeLessThan(3);
		expect(node.calls.map(({ key }) => key)).toEqual(added.map((place) => `new ${String(place)}`));
	});

	it('is skipped within a minute for 50,000 known keys', async () => {
		const known = orders(50_000);
		const node = new SendingNode(inTurn([]), documented, fullRow);
		await node.clock.run(node.row.record(known));

		expect(await secondsFor(node, known)).toBeLessThan(60);
		expect(node.calls).toEqual([]);
	});

	it('is skipped without asking the store where this process sent it', async () => {
		const node = new SendingNode(inTurn(['sent', 'lostBefore', 'refused']));
		for (const key of ['sent', 'unknown', 'refused']) {
			await node.clock.run(node.send(node.newRun(), 0, key));
		}
		node.row.outage = new Error('The database is away');

		const later = async (key: string) =>
			statusOf(await node.clock.run(node.send(node.newRun(), 0, key)));
		expect([await later('sent'), await later('unknown'), await later('refused')]).toEqual([
			'skipped',
			'skipped',
			'keyNotRecorded',
		]);
	});

	it('lets no more keys be recorded ahead of their messages than may leave at once', async () => {
		const node: SendingNode = new SendingNode(
			() => {
				mostAhead = Math.max(mostAhead, node.row.keys.length - node.calls.length);
				return 'sent';
			},
			documented,
			fullRow,
		);
		let mostAhead = 0;
		const before = orders(200);
		await node.clock.run(node.row.record(before));

		await secondsFor(node, orders(400));

		expect(node.calls).toHaveLength(200);
		expect(mostAhead - before.length).toBeLessThanOrEqual(documented.limit);
	});

	it('is not reported to the rate limit as accepted, and neither is a store that fails', async () => {
		const node = new SendingNode(inTurn([]), { limit: 1, windowMilliseconds: 60_000 });
		const start = node.clock.now();

		node.row.outage = new Error('The database is away');
		await node.clock.run(node.send(node.newRun(), 0, 'order 1'));
		node.row.outage = undefined;
		await node.clock.run(node.row.record(['order 1']));
		await node.clock.run(node.send(node.newRun(), 0, 'order 1'));
		await node.clock.run(node.send(node.newRun(), 0, 'order 2'));

		expect(node.calls).toMatchObject([{ key: 'order 2' }]);
		expect(node.clock.now() - start).toBeLessThan(1_000);
	});
});

const anyFate = fc.constantFrom<Fate[]>(
	'sent',
	'sent',
	'sent',
	...unsureFates,
	'refused',
	'tooMany',
);
const anyExecution = fc.record({
	startsAt: fc.nat(40),
	tries: fc.integer({ min: 1, max: 3 }),
	haltsAt: fc.option(fc.nat(60)),
	keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 }),
});

describe('whatever goes wrong, and whatever runs at once', () => {
	/** Runs the executions together, each with its tries, and gives what each try said. */
	async function runAll(
		node: SendingNode,
		executions: ReadonlyArray<{
			startsAt: number;
			tries: number;
			haltsAt: number | null;
			keys: string[];
		}>,
		resendWhenUnsure: boolean,
	) {
		const results = executions.map(async ({ startsAt, tries, haltsAt, keys }) => {
			const run = node.newRun();
			if (haltsAt !== null) {
				void node.clock.sleep(haltsAt).then(() => {
					run.stop.cancel();
				});
			}
			await node.clock.sleep(startsAt);
			const said: unknown[][] = [];
			for (let attempt = 1; attempt <= tries; attempt += 1) {
				const items = keys.map(
					async (key, item) => await node.send(run, item, key, resendWhenUnsure),
				);
				said.push((await Promise.all(items)).map(statusOf));
			}
			return said;
		});
		return await node.clock.run(Promise.all(results));
	}

	const anything = [
		fc.array(anyFate, { maxLength: 30 }),
		fc.array(anyExecution, { minLength: 1, maxLength: 4 }),
	] as const;

	it('a key is sent at most once', async () => {
		await fc.assert(
			fc.asyncProperty(...anything, async (list, executions) => {
				const node = new SendingNode(inTurn(list));
				await runAll(node, executions, false);
				for (const key of ['a', 'b', 'c', 'd']) {
					expect(node.timesOut(key)).toBeLessThanOrEqual(1);
				}
			}),
		);
	});

	it('a key is sent more than once only when it was unsure and the user wants it sent again', async () => {
		await fc.assert(
			fc.asyncProperty(...anything, async (list, executions) => {
				const node = new SendingNode(inTurn(list));
				await runAll(node, executions, true);
				for (const key of ['a', 'b', 'c', 'd']) {
					if (!node.isUnsure(key)) expect(node.timesOut(key)).toBeLessThanOrEqual(1);
				}
			}),
		);
	});

	it('a key is kept exactly when its message went out or may have, so others can be sent later', async () => {
		await fc.assert(
			fc.asyncProperty(...anything, fc.boolean(), async (list, executions, resend) => {
				const node = new SendingNode(inTurn(list));
				await runAll(node, executions, resend);
				const mayBeOut = ['a', 'b', 'c', 'd'].filter(
					(key) => node.timesOut(key) > 0 || node.isUnsure(key),
				);
				expect([...node.row.keys].sort()).toEqual(mayBeOut);
			}),
		);
	});

	it('what a try has sent stays sent in the next one, and is not called skipped', async () => {
		await fc.assert(
			fc.asyncProperty(...anything, fc.boolean(), async (list, executions, resend) => {
				const node = new SendingNode(inTurn(list));
				for (const tries of await runAll(node, executions, resend)) {
					for (const [index, said] of tries.entries()) {
						const before = tries[index - 1] ?? [];
						for (const [item, status] of before.entries()) {
							if (status === 'Success') expect(said[item]).toBe('Success');
						}
					}
				}
			}),
		);
	});
});
