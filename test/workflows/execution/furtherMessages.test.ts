import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import { send } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const pdf: IBinaryData = {
	id: 'filesystem-v2:workflows/1/executions/1/binary_data/menu',
	data: 'filesystem-v2',
	fileName: 'menu.pdf',
	mimeType: 'application/pdf',
};
const rejection = { kind: 'status', status: 403, message: 'Not today' } as const;
const text = (value: string) => ({ messageType: 'text', text: value });
const further = [text('={{ $json.text }} 2'), text('={{ $json.text }} 3')];
const continues = { onError: 'continueRegularOutput' } as const;
const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

/** Sends three texts per item, such as `A 1`, to the contact with the same name. */
async function sendTo(
	contacts: readonly string[],
	settings: NodeInput['settings'] = {},
	options: INodeParameters = {},
	message: INodeParameters[] = further,
) {
	return await channel.runNode({
		parameters: send({
			...text('={{ $json.text }} 1'),
			options: { furtherMessages: { message }, ...options },
		}),
		items: contacts.map((contactId) => ({ contactId, text: contactId })),
		binary: { menu: pdf },
		settings,
	});
}

/** The texts that a contact received. */
const textsOf = (contactId: string) => channel.texts.filter((each) => each.startsWith(contactId));

/** Rejects the nth message to a contact. */
const rejectNth = (contactId: string, nth: number) => {
	channel.service.faults.add({ match: { contactId, nth }, fault: rejection });
};

describe('Further Messages', () => {
	it('sends messages of any type in order, and lists them in one item', async () => {
		const { items, status } = await sendTo(['A'], {}, { linkExpiresAfter: '7 days' }, [
			{ messageType: 'file', binaryData: true, binaryPropertyName: '={{ "menu" }}' },
			{ messageType: 'image', url: '=https://files.example.com/{{ $json.text }}.png' },
			{ messageType: 'quickReply', title: 'A table?', replies: { reply: [{ text: 'Yes' }] } },
		]);

		const success = { status: 'Success', message: 'Message Sent' };
		const sent = channel.service.messages.map(({ item }) => item);
		expect(status).toBe('success');
		expect(sent).toMatchObject([
			{ type: 'text', text: 'A 1' },
			{ type: 'file', url: expect.stringContaining('/rest/binary-data/signed?token=') as string },
			{ type: 'image', url: 'https://files.example.com/A.png' },
			{ type: 'quick_reply', title: 'A table?', replies: ['Yes'] },
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{ ...success, messages: sent.map((content) => ({ ...success, content })), contactId: 'A' },
		]);
	});

	it("doesn't make the next contact wait for the whole list", async () => {
		await sendTo(['A', 'B']);

		expect(channel.texts.indexOf('B 1')).toBeLessThan(channel.texts.indexOf('A 3'));
	});

	it('ends only the messages of an item whose message fails', async () => {
		rejectNth('A', 2);

		const { items } = await sendTo(['A', 'B'], continues);

		expect(textsOf('A')).toEqual(['A 1']);
		expect(textsOf('B')).toEqual(['B 1', 'B 2', 'B 3']);
		expect(items[0]?.json).toMatchObject({
			error: {
				message: 'Not today [item 0]',
				description: expect.stringContaining(
					"Of the item's 3 messages, 1 was sent. Running the item again resends it, unless",
				) as string,
				outcome: 'unknown',
				reason: 'rejected',
			},
		});
	});

	it('reports an item as not sent if its first message is rejected', async () => {
		rejectNth('A', 1);

		const { items } = await sendTo(['A'], continues);

		expect(channel.texts).toEqual([]);
		expect(items[0]?.json).toMatchObject({
			error: {
				outcome: 'notDone',
				description: expect.stringMatching(/Of the item's 3 messages, none was sent\.$/) as string,
			},
		});
	});

	it('reports how many messages were sent when the workflow stops', async () => {
		rejectNth('A', 3);

		const { error } = await sendTo(['A', 'A']);

		expect(channel.texts).toEqual(['A 1', 'A 2']);
		expect(error?.description).toContain("Of the item's 3 messages, 2 were sent.");
		expect(error?.description).toContain('Possibly sent: item 0.');
	});

	it.each([
		['rejected message', rejection, ['A 1', 'A 2', 'A 3']],
		['message with an unknown outcome', { kind: 'status', status: 503 } as const, ['A 1']],
	])('Retry On Fail sends only the missing ones after a %s', async (_title, fault, texts) => {
		channel.service.faults.add({ match: { contactId: 'A', nth: 2 }, fault });

		const { items } = await sendTo(['A'], { ...retries, ...continues });

		expect(channel.texts).toEqual(texts);
		expect('error' in (items[0]?.json ?? {})).toBe(texts.length === 1);
	});

	it('keeps the order of the items of one contact', async () => {
		await channel.runNode({
			parameters: send({
				...text('={{ $json.text }}1'),
				options: { furtherMessages: { message: [text('={{ $json.text }}2')] } },
			}),
			items: ['a', 'b', 'c'].map((name) => ({ contactId: 'A', text: name })),
		});

		expect(channel.texts).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
	});

	it('Test Without Sending lists all messages, and warns of empty expressions', async () => {
		const id = channel.service.contacts.create([]);
		const { items, hints } = await sendTo([id], {}, { checkWithoutSending: true }, [
			text('=Hi {{ $json.nmae }}'),
		]);

		expect(items[0]?.json).toMatchObject({
			status: 'ready',
			messages: [{ content: { text: `${id} 1` } }, { content: { type: 'text', text: 'Hi ' } }],
			contactId: id,
		});
		expect(hints.map(({ message }) => message).join()).toContain('{{ $json.nmae }} in item 0');
		expect(channel.service.messages).toEqual([]);
	});

	it.each<[string, INodeParameters, message: string]>([
		[
			'text',
			text('={{ $json.missing }}'),
			"'Text' of message 2 in 'Further Messages' is empty [item 0]",
		],
		[
			'URL',
			{ messageType: 'image', url: '={{ "menu" }}' },
			"'URL' of message 2 in 'Further Messages' is not a web address [item 0]",
		],
		[
			'file',
			{ messageType: 'image', binaryData: true, binaryPropertyName: 'menu' },
			"'menu.pdf' in 'Input Binary Field' of message 2 in 'Further Messages' is application/pdf, not an image [item 0]",
		],
		[
			'fixed text with an expression',
			text('Hi {{ $json.text }}'),
			"'Text' of message 2 in 'Further Messages' is fixed text, but contains an expression: 'Hi {{ $json.text }}' [item 0]",
		],
	])('rejects an invalid %s before anything is sent', async (_title, invalid, message) => {
		const { error } = await sendTo(['A'], {}, {}, [text('Hi'), invalid]);

		expect(error?.message).toBe(message);
		expect(channel.service.requests).toEqual([]);
	});

	it('rejects an empty list before anything is sent', async () => {
		const { error } = await sendTo(['A'], {}, { furtherMessages: '={{ ({ message: [] }) }}' });

		expect(error?.message).toBe("'Further Messages' is empty [item 0]");
		expect(channel.service.requests).toEqual([]);
	});
});
