import { createChannel } from '../../../../nodes/ChannelMessaging/client/channel';
import { send } from '../../../../nodes/ChannelMessaging/operations/message/send';
import { answeringService } from '../../client/answeringService';
import { apiResponse } from '../../client/apiResponse';
import { itemParameters } from '../../parameters/itemParameters';
import { performPrepared } from '../performPrepared';

async function perform(options: object) {
	const values = { contactId: '7', messageType: 'text', text: 'Hi', options };
	const item = send.prepare(itemParameters(values));
	const { callApi, calls } = answeringService(apiResponse({ status: 'Success' }));
	const output = await performPrepared(item, createChannel(callApi, 'other'));
	return { item, output, calls };
}

it('Send reads Send Once per Key and Cancel Running Survey', async () => {
	const { item, calls } = await perform({ sendOnceKey: 'order-17', forceCancelSurvey: true });

	expect(item.settings).toMatchObject({ idempotencyKey: 'order-17' });
	expect(calls).toMatchObject([{ body: { forceCancelSurvey: true } }]);
});

it.each([
	['the content', {}, {}],
	['the cancellation of a survey', { forceCancelSurvey: true }, { forceCancelSurvey: true }],
])('Test Without Sending returns %s without sending a request', async (_title, options, extra) => {
	const { output, calls } = await perform({ checkWithoutSending: true, ...options });

	const content = { type: 'text', text: 'Hi' };
	expect(output).toEqual([{ status: 'ready', content, ...extra, contactId: '7' }]);
	expect(calls).toEqual([]);
});
