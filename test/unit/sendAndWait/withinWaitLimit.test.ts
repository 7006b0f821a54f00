import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { withinWaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/withinWaitLimit';
import { textResponse } from '../client/apiResponse';
import { send } from '../client/testService';

async function sendWithin(limit: WaitLimit) {
	const request = jest.fn(() => textResponse(''));
	const queue: SendRequest = async (_request, options) =>
		(await options?.beforeAttempt?.()) ?? request();
	return { result: await withinWaitLimit(queue, limit)(send), request };
}

it('returns an error instead of sending a question after the wait limit', async () => {
	const { result, request } = await sendWithin({ at: Date.now() - 1 });
	expect(result).toMatchObject({ reason: 'waitLimitPassed', outcome: 'notDone' });
	expect(request).not.toHaveBeenCalled();
});

it.each([
	['no wait limit', undefined],
	['a relative wait limit', { after: 1 }],
	['a later wait limit', { at: Date.now() + 60_000 }],
])('sends a question with %s', async (_, limit) => {
	const { request } = await sendWithin(limit);
	expect(request).toHaveBeenCalledTimes(1);
});
