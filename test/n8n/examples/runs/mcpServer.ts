import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { waitFor } from '../../../support/n8n';
import { amara, contactWith, importExample, received, text } from '../importedExample';

const token = 'token-of-the-mcp-clients';

/** Repeats a request that n8n rejects with 503 because its event loop was blocked. */
const fetchAccepted: typeof fetch = async (...request) =>
	await waitFor('n8n to accept the request of an MCP client', async () => {
		const response = await fetch(...request);
		return response.status !== 503 && response;
	});

/** Connects to the published server of the example. */
async function connect(bearerToken: string): Promise<Client> {
	const url = new URL('/mcp/channel-messaging', testEnvironment().n8n.url);
	const headers = { Authorization: `Bearer ${bearerToken}` };
	return await waitFor('n8n to register the MCP server', async () => {
		const client = new Client({ name: 'MCP client of the tests', version: '1.0.0' });
		try {
			const options = { fetch: fetchAccepted, requestInit: { headers } };
			await client.connect(new StreamableHTTPClientTransport(url, options));
			return client;
		} catch (failure) {
			// n8n can respond to the publication before it registers the server.
			if (String(failure).includes('not registered')) return undefined;
			throw failure;
		}
	});
}

/** Calls a tool and returns its items, which n8n encodes as JSON. */
async function callTool(
	client: Client,
	name: string,
	toolArguments: Readonly<Record<string, string>>,
): Promise<unknown> {
	const result = await client.callTool({ name, arguments: toolArguments });
	const [content] = CallToolResultSchema.parse(result).content;
	if (content?.type !== 'text') throw new Error(`Not a text: ${JSON.stringify(result)}`);
	return JSON.parse(content.text) as unknown;
}

/** MCP clients find contacts and send messages. */
export async function mcpServer(): Promise<void> {
	const { client } = testEnvironment();
	const bearer = await client.createCredential({
		name: 'MCP clients',
		type: 'httpBearerAuth',
		data: { token },
	});
	const workflow = await importExample('mcp-server', { credentials: [bearer] });
	await client.activateWorkflow(workflow.id);

	await expect(connect('another-token')).rejects.toThrow('Authorization data is wrong');
	const connected = await connect(token);
	try {
		await expectTools(connected);
	} finally {
		await connected.close();
	}
}

async function expectTools(client: Client): Promise<void> {
	const { tools } = await client.listTools();
	const required = tools.map(({ name, inputSchema }) => [name, inputSchema.required]);
	expect(Object.fromEntries(required)).toEqual({
		Find_contacts: ['customField', 'value'],
		Send_message: ['contactId', 'text'],
	});
	const contact = { customField: 'phone', value: amara };
	expect(await callTool(client, 'Find_contacts', contact)).toMatchObject([
		{ contactId: contactWith(amara).id },
	]);
	const rejected = [
		[{ contactId: '999999999', text: 'Hello' }, 'Contact not found'],
		[{ contactId: contactWith(amara).id, text: ' ' }, "'Text' is empty"],
	] as const;
	for (const [message, error] of rejected) {
		expect(await callTool(client, 'Send_message', message)).toMatchObject([
			{ error: { message: expect.stringContaining(error) as string } },
		]);
	}
	const contactId = contactWith(amara).id;
	const hello = { contactId, text: 'Hello' };
	expect(await callTool(client, 'Send_message', hello)).toMatchObject([
		{ status: 'Success', content: { text: 'Hello' }, contactId },
	]);
	expect(await callTool(client, 'Send_message', hello)).toMatchObject([
		{ status: 'skipped', reason: 'equalMessage' },
	]);
	const fault = { kind: 'connectionLost', when: 'afterEffect' } as const;
	testEnvironment().service.faults.add({ match: { path: /sendContent/ }, fault });
	const goodbye = { contactId, text: 'Goodbye' };
	const statuses = [
		await callTool(client, 'Send_message', goodbye),
		await callTool(client, 'Send_message', goodbye),
	];
	expect(statuses).toMatchObject([[{ status: 'unknown' }], [{ status: 'skipped' }]]);
	expect(received()).toEqual([text(amara, 'Hello'), text(amara, 'Goodbye')]);
}
