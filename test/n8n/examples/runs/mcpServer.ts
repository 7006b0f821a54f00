import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { waitFor } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, phoneOf, received } from '../importedExample';

const token = 'token-of-the-mcp-clients';
const callsPerClient = 20;

/**
 * Connects to the published server of the example. n8n may respond to the publication before it
 * registers the server.
 */
async function connect(bearerToken: string): Promise<Client> {
	return await waitFor('n8n to register the MCP server', async () => {
		try {
			return await tryToConnect(bearerToken);
		} catch (failure) {
			if (String(failure).includes('not registered')) return undefined;
			throw failure;
		}
	});
}

async function tryToConnect(bearerToken: string): Promise<Client> {
	const url = new URL('/mcp/channel-messaging', testEnvironment().n8n.url);
	const client = new Client({ name: 'MCP client of the tests', version: '1.0.0' });
	const headers = { Authorization: `Bearer ${bearerToken}` };
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	return client;
}

/** Returns a function that calls a tool and returns its items, which n8n encodes as JSON. */
function toolOf(client: Client, name: string) {
	return async (toolArguments: Readonly<Record<string, string>>): Promise<unknown> => {
		const result = await client.callTool({ name, arguments: toolArguments });
		const [content] = CallToolResultSchema.parse(result).content;
		if (content?.type !== 'text') throw new Error(`Not a text: ${JSON.stringify(result)}`);
		return JSON.parse(content.text) as unknown;
	};
}

/** MCP clients find contacts and send messages, including in simultaneous calls. */
export async function mcpServer(): Promise<void> {
	const bearer = await testEnvironment().client.createCredential({
		name: 'MCP clients',
		type: 'httpBearerAuth',
		data: { token },
	});
	const workflow = await importExample('mcp-server', { credentials: [bearer] });
	await testEnvironment().client.activateWorkflow(workflow.id);
	await expect(connect('another-token')).rejects.toThrow('Authorization data is wrong');
	const client = await connect(token);
	const otherClient = await connect(token);
	try {
		await expectTools(client);
		await expectSingleCalls(client);
		testEnvironment().service.reset();
		await expectSimultaneousCalls([client, otherClient]);
	} finally {
		await client.close();
		await otherClient.close();
	}
}

async function expectTools(client: Client): Promise<void> {
	const { tools } = await client.listTools();

	expect(tools).toHaveLength(2);
	expect(tools).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				name: 'Find_contacts',
				description: expect.stringContaining('Finds contacts by the exact value') as string,
				inputSchema: expect.objectContaining({ required: ['customField', 'value'] }) as object,
			}),
			expect.objectContaining({
				name: 'Send_message',
				description: expect.stringContaining('Sends a text message to one contact') as string,
				inputSchema: expect.objectContaining({ required: ['contactId', 'text'] }) as object,
			}),
		]),
	);
}

async function expectSingleCalls(client: Client): Promise<void> {
	const find = toolOf(client, 'Find_contacts');
	const send = toolOf(client, 'Send_message');
	const contactId = contacts().all()[0]?.id ?? '';
	const error = (message: string) => [
		{ error: { message: expect.stringContaining(message) as string } },
	];

	expect(await find({ customField: 'phone', value: phoneOf(0) })).toMatchObject([{ contactId }]);
	expect(await find({ customField: 'phone', value: '+15550100000' })).toEqual([]);
	expect(await send({ contactId: 'cus_999999999', text: 'Hello' })).toMatchObject(
		error('Contact not found'),
	);
	expect(await send({ contactId: phoneOf(0), text: 'Hello' })).toMatchObject(
		error('looks like a phone number'),
	);
	for (const text of ['', ' \n']) {
		expect(await send({ contactId, text })).toMatchObject(error("'Text' is empty"));
	}
	expect(received()).toEqual([]);
	expect(await send({ contactId, text: 'Hello' })).toMatchObject([{ status: 'Success' }]);
	expect(received()).toEqual([{ contactId, item: { type: 'text', text: 'Hello' } }]);
}

/** Each call sends a message, even if several clients send the same text. */
async function expectSimultaneousCalls(clients: readonly Client[]): Promise<void> {
	const ids = contacts()
		.all()
		.slice(0, 3)
		.map(({ id }) => id);
	const calls = clients.flatMap((client) => {
		const send = toolOf(client, 'Send_message');
		return Array.from({ length: callsPerClient }, (_, index) => ({
			send,
			contactId: ids[index % ids.length] ?? '',
			text: `Message ${String(index)}`,
		}));
	});

	const answers = await Promise.all(
		calls.map(async ({ send, contactId, text }) => await send({ contactId, text })),
	);

	expect(answers).toMatchObject(
		calls.map(({ contactId, text }) => [{ status: 'Success', content: { text }, contactId }]),
	);
	const expected = calls.map(({ contactId, text }) => ({
		contactId,
		item: { type: 'text', text },
	}));
	const sorted = (messages: readonly object[]) => messages.map((one) => JSON.stringify(one)).sort();
	expect(sorted(received())).toEqual(sorted(expected));
}
