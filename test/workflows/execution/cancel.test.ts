import { sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

it.each([
	['success', 'Hi', {}, 'success'],
	['an invalid item', '', {}, 'error'],
	['a rejection', 'Hi', { token: 'another-token' }, 'error'],
])('the node removes its cancellation listeners after %s', async (_, text, changes, status) => {
	const items = [{ contactId: '1', text }];

	expect(await channel.runNode({ parameters: sendText(), items }, changes)).toMatchObject({
		status,
		cancelListeners: 0,
	});
});
