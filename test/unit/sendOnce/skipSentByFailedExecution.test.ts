import { ApiError, notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/sendRequest';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { skipSentByFailedExecution } from '../../../nodes/ChannelMessaging/sendOnce/skipSentByFailedExecution';
import { FailedExecutions } from '../../../nodes/ChannelMessaging/sendOnce/failedExecutions';
import { VirtualClock } from '../../support/virtualClock';

const message: ChannelRequest = {
	bucket: 'message',
	response: 'envelope',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	body: { body: 'Hi' },
	idempotent: false,
};

const notRecorded = new ApiError({
	reason: 'keyNotRecorded',
	outcome: 'notDone',
	cause: 'SQLITE_BUSY',
});

it.each([
	['skipped because of its key is then sent', notStarted(), false, 1],
	['whose key could not be recorded is then skipped', notRecorded, false, 0],
	['that a stop kept from being sent is then skipped', notStarted(), true, 0],
])('a message %s', async (_title, obstacle, isStopped, count) => {
	const executions = new FailedExecutions(new VirtualClock());
	const owner = { channelKey: 'channel', contactId: '1' };
	const send = jest.fn<ReturnType<SendRequest>, Parameters<SendRequest>>();
	send.mockResolvedValue(notStarted());
	const failed = await executions.begin(['node'], 'failed', undefined);
	failed.record({ ...owner, content: JSON.stringify('Hi') }, 'sent');
	failed.end('failed');
	const again = await executions.begin(['node'], 'again', undefined);
	const sendAgain = skipSentByFailedExecution(send, again, owner, { isStopped });

	await sendAgain(message, { prepare: async () => await Promise.resolve(obstacle) });
	await sendAgain(message);

	expect(send).toHaveBeenCalledTimes(count);
});
