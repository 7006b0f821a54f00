import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { repository } from '../../support/repository';

it('The trigger keeps the name, version, credential, and output that saved workflows contain', () => {
	expect(new ChannelMessagingTrigger().description).toMatchObject({
		name: 'channelMessagingTrigger',
		version: [1],
		group: ['trigger'],
		polling: true,
		defaults: { name: 'Channel Messaging Trigger' },
		credentials: [{ name: 'channelMessagingApi', required: true }],
		inputs: [],
		outputs: ['main'],
	});
});

it('The subtitle of the trigger contains the label of the event', () => {
	const { description } = new ChannelMessagingTrigger();
	expect(description.subtitle).toMatch(/"contactChanges":"Contact Updated".*\["event"\]/);
});

it('The trigger shows that incoming messages do not start it and links to an existing page', () => {
	const { properties } = new ChannelMessagingTrigger().description;
	const notice = properties.find(({ type }) => type === 'notice')?.displayName ?? '';
	const [, page = ''] = /blob\/main\/(docs\/[^"]+)"/.exec(notice) ?? [];

	expect(notice).toContain("This trigger can't start a workflow when a message arrives");
	expect(existsSync(join(repository, page))).toBe(true);
});

it('The trigger provides the lists of its parameters', () => {
	const { description, methods } = new ChannelMessagingTrigger();
	const lists = description.properties.flatMap(({ modes = [] }) =>
		modes.map(({ typeOptions }) => typeOptions?.searchListMethod),
	);
	expect(lists.filter((list) => list !== undefined)).toEqual(Object.keys(methods.listSearch));
});
