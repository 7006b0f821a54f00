import type { IDataObject } from 'n8n-workflow';

import { apiResponse } from '../../client/apiResponse';
import { testChannel } from '../../client/testChannel';
import { messageItem } from '../../execution/messageItem';
import { performPrepared } from '../performPrepared';

async function perform(options: IDataObject) {
	const { channel, requests } = testChannel('other', apiResponse({ status: 'Success' }));
	return { output: await performPrepared(messageItem(options), channel), requests };
}

it('Send reads Cancel Running Survey', async () => {
	const { requests } = await perform({ forceCancelSurvey: true });

	expect(requests).toMatchObject([{ body: { forceCancelSurvey: true } }]);
});

it.each([
	['the content', {}, {}],
	['the cancellation of a survey', { forceCancelSurvey: true }, { forceCancelSurvey: true }],
])('Test Without Sending returns %s without sending a request', async (_title, options, extra) => {
	const { output, requests } = await perform({ checkWithoutSending: true, ...options });

	const content = { type: 'text', text: 'Hi' };
	expect(output).toEqual([{ status: 'ready', content, ...extra, contactId: '7' }]);
	expect(requests).toEqual([]);
});
