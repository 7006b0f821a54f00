import { sendAndWait } from '../../../../nodes/ChannelMessaging/operations/message/sendAndWait';
import { apiResponse } from '../../client/apiResponse';
import { testChannel } from '../../client/testChannel';
import { itemParameters } from '../../parameters/itemParameters';
import { linkAddress, performPrepared } from '../performPrepared';

async function ask(response: object) {
	const item = sendAndWait.prepare(itemParameters({ contactId: '7', message: 'Shall we?' }));
	const { channel, requests } = testChannel('other', apiResponse(response));
	const output = await performPrepared(item, channel);
	return { item, output, body: requests[0]?.body };
}

it('Send and Wait for Response sends the question and its link in one message', async () => {
	const { item, output, body } = await ask({ status: 'Success' });
	const text = `Shall we?\n\nApprove: ${linkAddress}?a=1`;
	expect(body).toEqual({ body: [{ type: 'text', text }] });
	expect(item).toMatchObject({ question: { message: 'Shall we?' } });
	expect(output).toEqual([{ contactId: '7' }]);
});

it('Send and Wait for Response returns a warning after an unexpected response', async () => {
	const { output } = await ask({});
	const warning = expect.stringMatching(/^The question was sent\. The service/) as string;
	expect(output).toEqual([{ contactId: '7', warning }]);
});
