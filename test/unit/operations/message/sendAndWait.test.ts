import { createChannel } from '../../../../nodes/ChannelMessaging/client/channel';
import { sendAndWait } from '../../../../nodes/ChannelMessaging/operations/message/sendAndWait';
import { answeringService } from '../../client/answeringService';
import { apiResponse } from '../../client/apiResponse';
import { givenParameters } from '../../parameters/givenParameters';
import { linkAddress, performPrepared } from '../performPrepared';

async function ask(answer: object) {
	const item = sendAndWait.prepare(givenParameters({ contactId: '7', message: 'Shall we?' }));
	const { callApi, calls } = answeringService(apiResponse(answer));
	const output = await performPrepared(item, createChannel(callApi, 'other'));
	return { item, output, body: calls[0]?.body };
}

describe('a question', () => {
	it('goes out as one text with its link, and is known to the execution', async () => {
		const { item, output, body } = await ask({ status: 'Success' });
		const text = `Shall we?\n\nApprove: ${linkAddress}?a=1`;
		expect(body).toEqual({ body: [{ type: 'text', text }] });
		expect(item).toMatchObject({ kind: 'question', question: { message: 'Shall we?' } });
		expect(output).toEqual([{ contactId: '7' }]);
	});

	it('counts as sent where the response is unusual, which its output tells', async () => {
		const { output } = await ask({});
		const warning = expect.stringMatching(/^The question was sent\. The service/) as string;
		expect(output).toEqual([{ contactId: '7', warning }]);
	});
});
