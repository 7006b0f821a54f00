import type { ApiErrorReason } from '../../../nodes/ChannelMessaging/client/apiError';
import { retryDelayMs } from '../../../nodes/ChannelMessaging/client/retryPolicy';
import { apiErrorWith, reasons } from './apiErrorWith';

const history = {
	failures: 1,
	rejections: 1,
	unreachableMs: 0,
	isInteractive: false,
};

const delayOf = (
	reason: ApiErrorReason,
	{ idempotent = true, ...changes }: Partial<typeof history> & { idempotent?: boolean } = {},
) =>
	retryDelayMs(
		{ bucket: 'message', idempotent },
		apiErrorWith(reason, 'notDone'),
		{ ...history, ...changes },
		0,
	);

const retriedReasons = (changes: Parameters<typeof delayOf>[1]) =>
	reasons.filter((reason) => delayOf(reason, changes) !== undefined).sort();

describe('retryDelayMs', () => {
	const provablyNotProcessed = ['notConnected', 'rateLimited'];
	const uncertain = ['connectionLost', 'serverFault', 'timedOut', 'unreadable'];

	it.each([
		{ title: 'a message only if it was provably not processed', idempotent: false, failures: 1 },
		{
			title: 'a message only if it was not processed, up to 99 times',
			idempotent: false,
			failures: 99,
		},
		{ title: 'an idempotent request three times at most', idempotent: true, failures: 3 },
	])('retries $title', ({ idempotent, failures }) => {
		expect(retriedReasons({ idempotent, failures })).toEqual(provablyNotProcessed);
	});

	it('retries an idempotent request also if the service may have processed it', () => {
		const expected = [...provablyNotProcessed, ...uncertain].sort();
		expect(retriedReasons({ failures: 2 })).toEqual(expected);
	});

	it.each([
		{ title: 'two minutes in executions', changes: {}, maxWaitMs: 120_000 },
		{ title: '10 seconds in the editor', changes: { isInteractive: true }, maxWaitMs: 10_000 },
	])('reconnects for $title', ({ changes, maxWaitMs }) => {
		const delayAfter = (unreachableMs: number) =>
			delayOf('notConnected', { ...changes, unreachableMs });

		expect(delayAfter(maxWaitMs - 999)).toBe(999);
		expect(delayAfter(maxWaitMs)).toBeUndefined();
	});

	it('reconnects for 10 seconds if the host does not exist', () => {
		const unknownHost = apiErrorWith('notConnected', 'notDone', {});
		Object.assign(unknownHost.details, { code: 'ENOTFOUND' });
		const request = { bucket: 'message', idempotent: true } as const;
		const delayAfter = (unreachableMs: number) =>
			retryDelayMs(request, unknownHost, { ...history, unreachableMs }, 0);

		expect(delayAfter(9_001)).toBe(999);
		expect(delayAfter(10_000)).toBeUndefined();
	});

	it.each([
		{ bucket: 'message', maxWaitMs: 8_000 },
		{ bucket: 'contact', maxWaitMs: 30_000 },
	] as const)('waits up to $maxWaitMs ms after a rejected $bucket request', (row) => {
		const error = apiErrorWith('rateLimited', 'notDone');
		const delays = [1, 2, 3, 99].map((rejections) =>
			retryDelayMs({ ...row, idempotent: false }, error, { ...history, rejections }, 0),
		);

		expect(delays).toEqual([1_000, 2_000, 4_000, row.maxWaitMs]);
	});
});
