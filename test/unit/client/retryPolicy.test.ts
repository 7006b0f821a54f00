import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { RequestHistory, retryDelayMs } from '../../../nodes/ChannelMessaging/client/retryPolicy';
import { apiErrorWith, reasons } from './apiErrorWith';
import { lost, notConnected, rejected } from './testService';

const history = { failures: 1, rejections: 1, unreachableMs: 0, isInteractive: false };

/** Returns the delay after an error, without jitter. */
const delayAfter = (
	error: ApiError,
	{
		bucket = 'message',
		idempotent = true,
		...changes
	}: Partial<typeof history> & { bucket?: 'contact' | 'message'; idempotent?: boolean } = {},
) => retryDelayMs({ bucket, idempotent }, error, { ...history, ...changes }, 0);

describe('retryDelayMs', () => {
	const provablyNotProcessed = ['notConnected', 'rateLimited'];
	const uncertain = ['connectionLost', 'serverFault', 'timedOut', 'unreadable'];

	it.each([
		['a message only if it was not processed', { idempotent: false }, provablyNotProcessed],
		[
			'a message that was not processed up to 99 times',
			{ idempotent: false, failures: 99 },
			provablyNotProcessed,
		],
		[
			'an idempotent request also if the service may have processed it',
			{ failures: 2 },
			[...provablyNotProcessed, ...uncertain],
		],
		['an idempotent request three times at most', { failures: 3 }, provablyNotProcessed],
	])('retries %s', (_title, changes, expected) => {
		const retried = reasons.filter(
			(reason) => delayAfter(apiErrorWith(reason, 'notDone'), changes) !== undefined,
		);
		expect(retried.sort()).toEqual([...expected].sort());
	});

	it.each([
		['two minutes', 'ECONNREFUSED', {}, 120_000],
		['10 seconds in the editor', 'ECONNREFUSED', { isInteractive: true }, 10_000],
		['10 seconds if the host does not exist', 'ENOTFOUND', {}, 10_000],
	])('reconnects for %s', (_title, code, changes, maxWaitMs) => {
		const error = new ApiError({ reason: 'notConnected', outcome: 'notDone', code });

		expect(delayAfter(error, { ...changes, unreachableMs: maxWaitMs - 999 })).toBe(999);
		expect(delayAfter(error, { ...changes, unreachableMs: maxWaitMs })).toBeUndefined();
	});

	it.each([
		{ bucket: 'message', maxWaitMs: 8_000 },
		{ bucket: 'contact', maxWaitMs: 30_000 },
	] as const)(
		'waits up to $maxWaitMs ms after a rejected $bucket request',
		({ bucket, maxWaitMs }) => {
			const error = apiErrorWith('rateLimited', 'notDone');
			const delays = [1, 2, 3, 99].map((rejections) =>
				delayAfter(error, { bucket, idempotent: false, rejections }),
			);

			expect(delays).toEqual([1_000, 2_000, 4_000, maxWaitMs]);
		},
	);
});

describe('RequestHistory', () => {
	it('fails with an unknown outcome rather than with a later error', () => {
		const history = new RequestHistory(undefined);
		const unknown = lost();
		history.add(unknown);
		history.add(notConnected());

		expect(history.failure(rejected())).toBe(unknown);
	});
});
