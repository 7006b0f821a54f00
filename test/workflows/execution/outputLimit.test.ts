import { messages, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

jest.mock<object>('../../../nodes/ChannelMessaging/client/responseLimits', () => ({
	...jest.requireActual<object>('../../../nodes/ChannelMessaging/client/responseLimits'),
	// Instead of 256 MB. The output of a message needs about 300 bytes.
	maxOutputBytes: 20_000,
}));

const channel = useChannel({ acceptUnknownContacts: true });
const count = 500;

it('when the output of an execution reaches its limit, no more messages are sent', async () => {
	const settings = { onError: 'continueErrorOutput' } as const;

	const { items, errorItems } = await channel.runNode({
		parameters: sendText(),
		items: messages(count),
		settings,
	});

	expect(items).toHaveLength(channel.texts.length);
	expect(items.length).toBeGreaterThan(20);
	expect(errorItems).toHaveLength(count - items.length);
	expect(errorItems.length).toBeGreaterThan(count / 2);
	for (const { json } of errorItems) {
		expect(json.error).toMatchObject({ reason: 'outputTooLarge', outcome: 'notDone' });
	}
});

it('contacts that are found by value count, even if the messages to them fail', async () => {
	const { service } = channel;
	const items = Array.from({ length: count }, (_, index) => ({
		contactId: `lead-${String(index)}@mail.example`,
		text: 'Hi',
	}));
	for (const { contactId } of items) service.contacts.create([{ name: 'email', value: contactId }]);
	service.faults.add({
		times: Infinity,
		match: { path: '/message' },
		fault: { kind: 'status', status: 403 },
	});

	const { errorItems } = await channel.runNode({
		parameters: sendText(),
		items,
		settings: { onError: 'continueErrorOutput' },
	});

	const reasons = errorItems.map(({ json }) => (json.error as { reason: string }).reason);
	expect(reasons.filter((reason) => reason === 'outputTooLarge').length).toBeGreaterThan(count / 2);
});
