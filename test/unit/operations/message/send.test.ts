import type { IDataObject } from 'n8n-workflow';

import { createChannel } from '../../../../nodes/ChannelMessaging/client/channel';
import { answeringService } from '../../client/answeringService';
import { apiResponse } from '../../client/apiResponse';
import { messageItem } from '../../execution/messageItem';
import { performPrepared } from '../performPrepared';

async function perform(options: IDataObject) {
	const { callApi, calls } = answeringService(apiResponse({ status: 'Success' }));
	const output = await performPrepared(messageItem(options), createChannel(callApi, 'other'));
	return { output, calls };
}

it('Send reads Cancel Running Survey', async () => {
	const { calls } = await perform({ forceCancelSurvey: true });

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
