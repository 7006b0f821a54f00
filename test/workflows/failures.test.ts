import { useChannel } from './engine/channel';
import { contactOperation, sendText } from '../support/running/parameters';

const channel = useChannel();
const send = sendText({ contactId: '1', text: 'Hi' });

it.each([
	['a send', send],
	[
		'a removal of tags',
		contactOperation('removeTags', { contactId: '1', specifyTags: 'list', tagList: 'a' }),
	],
])('%s that n8n gives up before it leaves is not done, and n8n says why', async (_, parameters) => {
	const { items } = await channel.run({
		parameters,
		settings: { onError: 'continueRegularOutput' },
		authenticationFailure: new Error('Credentials could not be decrypted'),
	});

	expect(items[0]?.json.error).toEqual({
		message: 'n8n could not make the request [item 0]',
		description: 'Nothing was sent. n8n said: Credentials could not be decrypted.',
		outcome: 'notDone',
		reason: 'requestNotMade',
	});
	expect(channel.service.calls).toEqual([]);
});
