import * as response from '../../../nodes/ChannelMessaging/client/withoutEmptyData';
import { ContactLookup } from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import * as progress from '../../../nodes/ChannelMessaging/execution/progress';
import * as output from '../../../nodes/ChannelMessaging/execution/itemOutput';
import { contact, retryOnFail, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });
const parameters = sendText({ contactId: '1', text: 'Hi' });
const throwError = (): never => {
	throw new Error('Out of memory');
};

afterEach(() => {
	jest.restoreAllMocks();
});

it('an exception while a response is processed has an unknown outcome, and Retry On Fail does not resend the message', async () => {
	jest.spyOn(response, 'withoutEmptyData').mockImplementation(throwError);

	const { error } = await channel.runNode({
		parameters: sendText(),
		items: [
			{ contactId: '1', text: 'Hi' },
			{ contactId: '1', text: 'Bye' },
		],
		settings: retryOnFail,
	});

	expect(error?.message).toBe(
		'The node stopped unexpectedly. The message may have been sent [item 0]',
	);
	expect(error?.description).toContain('Cause: Out of memory.');
	expect(error?.description).toContain('Possibly sent: item 0.');
	expect(channel.texts).toEqual(['Hi']);
});

it('an exception in the output has an unknown outcome, and Retry On Fail resends nothing', async () => {
	jest.spyOn(output, 'outputOf').mockImplementation(throwError);

	const { error } = await channel.runNode({ parameters, settings: retryOnFail });

	expect(error?.description).toContain('may or may not have been processed');
	expect(channel.texts).toEqual(['Hi']);
});

const byId = contact('={{ $json.contactId }}');
const testOnly = sendText({ contactId: byId, text: 'Hi', options: { checkWithoutSending: true } });

it.each([
	['Test Without Sending', testOnly, false],
	['Test Without Sending as a tool', testOnly, true],
	['Get', { resource: 'contact', operation: 'get', contactId: byId }, false],
])(
	'the error for an exception in the output of %s states that nothing was sent',
	async (_operation, reads, isTool) => {
		const contactId = channel.service.contacts.create([]);
		jest.spyOn(output, 'outputOf').mockImplementation(throwError);

		const { error } = await channel.runNode({ parameters: reads, items: [{ contactId }], isTool });

		const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
		expect(text).toMatch(/^The node stopped unexpectedly\b.* Nothing was sent\./);
		expect(text).not.toContain('may');
	},
);

it('an exception in an item of Test Without Sending has the outcome notDone', async () => {
	jest.spyOn(ContactLookup.prototype, 'read').mockImplementation(throwError);

	const { items } = await channel.runNode({
		parameters: testOnly,
		items: [{ contactId: '1' }],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(items[0]?.json).toMatchObject({
		error: { outcome: 'notDone', message: 'The node stopped unexpectedly [item 0]' },
	});
});

it('an exception in a progress report does not affect the execution', async () => {
	jest.spyOn(progress, 'reportProgress').mockRejectedValue(new Error('Out of memory'));
	const unhandled = jest.fn();
	process.on('unhandledRejection', unhandled);

	const { status } = await channel.runNode({ parameters, items: [{}, {}] });

	process.off('unhandledRejection', unhandled);
	expect(status).toBe('success');
	expect(unhandled).not.toHaveBeenCalled();
});

// n8n-core has no store of processed items. n8n adds it when it starts.
it('a message with a key is not sent if the key cannot be recorded', async () => {
	const { error } = await channel.runNode({
		parameters: sendText({ contactId: '1', text: 'Hi', options: { sendOnceKey: 'order 1' } }),
	});

	expect(error?.message).toBe(
		"The key for 'Send Once per Key' or 'Send Once per Contact' could not be recorded, so the message was not sent [item 0]",
	);
	expect(channel.service.requests).toEqual([]);
});
