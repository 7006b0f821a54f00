import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';

const failure = new ApiError({
	reason: 'rateLimited',
	outcome: 'notDone',
	title: 'The rate limit was exceeded',
	advice: 'Run the workflow later.',
	status: 429,
	serviceMessage: 'Too many requests',
	retryAfterMilliseconds: 3_000,
});

describe('a failure part way', () => {
	it('is the same failure, with what had been done before it', () => {
		const { reason, message, advice, status, serviceMessage, retryAfterMilliseconds } =
			failure.partWay('1 of 2 calls had been done.', true);
		expect(advice).toBe('Run the workflow later. 1 of 2 calls had been done.');
		expect({ reason, message, status, serviceMessage, retryAfterMilliseconds }).toEqual({
			reason: 'rateLimited',
			message: 'The rate limit was exceeded',
			status: 429,
			serviceMessage: 'Too many requests',
			retryAfterMilliseconds: 3_000,
		});
	});

	it('is unsure once something was done, and before that as sure as it was', () => {
		expect(failure.partWay('', true).outcome).toBe('unknown');
		expect(failure.partWay('', false).outcome).toBe('notDone');
	});
});
