import { NodeApiError } from 'n8n-workflow';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { toNodeError } from '../../../nodes/ChannelMessaging/execution/errors';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import { apiErrorWith, reasons } from '../client/apiErrorWith';
import { nodeOfType } from './nodeOfType';

const nodeErrorOf = (error: unknown) => toNodeError(error, { node: nodeOfType(), itemIndex: 0 });

describe('the cause of a failure, for programs that read it', () => {
	it('is the rate limit, with the wait that the service asks for', () => {
		const limited = { reason: 'rateLimited', outcome: 'notDone', waitedMs: 0 } as const;

		const error = nodeErrorOf(new ApiError({ ...limited, retryAfterMs: 90_000 }));

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('failure', { cause: 'rate-limited', retryAfterMs: 90_000 });
	});

	it.each([
		['rateLimited', 'rate-limited'],
		['notConnected', 'temporarily-unavailable'],
		['tokenInvalid', 'credential-invalid'],
		['methodNotAllowed', 'configuration-invalid'],
		['redirected', 'configuration-invalid'],
	] as const)('of %s is %s', (reason, cause) => {
		const error = nodeErrorOf(apiErrorWith(reason, 'notDone'));
		expect(error).toHaveProperty('failure', { cause });
	});

	it.each(reasons)('is not declared where it may have been done: %s', (reason) => {
		expect(nodeErrorOf(apiErrorWith(reason, 'unknown'))).not.toHaveProperty('failure');
	});

	it.each([
		apiErrorWith('refused', 'notDone'),
		apiErrorWith('contactNotFound', 'notDone'),
		new ParameterError("'Text' is empty", 'Enter the text.'),
	])('is not declared where it lies with the item: %s', (error) => {
		expect(nodeErrorOf(error)).not.toHaveProperty('failure');
	});
});
