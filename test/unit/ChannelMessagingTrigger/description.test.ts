import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';

it('The trigger keeps the name and version that saved workflows contain', () => {
	const { description } = new ChannelMessagingTrigger();
	expect(description).toMatchObject({
		displayName: 'Channel Messaging Trigger',
		name: 'channelMessagingTrigger',
		version: [1],
		defaults: { name: 'Channel Messaging Trigger' },
	});
});

it('The trigger polls, requires the credential, and has only an output', () => {
	const { description } = new ChannelMessagingTrigger();
	expect(description).toMatchObject({
		group: ['trigger'],
		polling: true,
		credentials: [{ name: 'channelMessagingApi', required: true }],
		inputs: [],
		outputs: ['main'],
	});
});

it('The subtitle of the trigger contains the label of the event', () => {
	const { description } = new ChannelMessagingTrigger();
	expect(description.subtitle).toMatch(/"contactChanges":"Contact Updated".*\["event"\]/);
});

it('The trigger provides the lists of its parameters', () => {
	const { description, methods } = new ChannelMessagingTrigger();
	const lists = description.properties.flatMap(({ modes = [] }) =>
		modes.map(({ typeOptions }) => typeOptions?.searchListMethod),
	);
	expect(Object.keys(methods.listSearch)).toEqual(
		expect.arrayContaining(lists.filter((list) => list !== undefined)),
	);
	expect(lists).toContain('searchCustomFieldNames');
});
