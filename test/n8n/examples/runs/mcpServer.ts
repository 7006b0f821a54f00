import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { amara, contactWith, importExample, received, text } from '../importedExample';
import { callTool, connectToMcpServer, createBearerCredential } from '../mcpClient';

/** Calls a tool and returns its items, which n8n encodes as JSON. */
async function itemsOf(...call: Parameters<typeof callTool>): Promise<unknown> {
	return JSON.parse(await callTool(...call)) as unknown;
}

/** MCP clients find contacts and send messages. */
export async function mcpServer(): Promise<void> {
	const { client } = testEnvironment();
	const credentials = [await createBearerCredential()];
	const workflow = await importExample('mcp-server', { credentials });
	await client.activateWorkflow(workflow.id);

	await expect(connectToMcpServer('another-token')).rejects.toThrow('Authorization data is wrong');
	const connected = await connectToMcpServer();
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
	expect(await itemsOf(client, 'Find_contacts', contact)).toMatchObject([
		{ contactId: contactWith(amara).id },
	]);
	const rejected = [
		[{ contactId: '999999999', text: 'Hello' }, 'Contact not found'],
		[{ contactId: contactWith(amara).id, text: ' ' }, "'Text' is empty"],
	] as const;
	for (const [message, error] of rejected) {
		expect(await itemsOf(client, 'Send_message', message)).toMatchObject([
			{ error: { message: expect.stringContaining(error) as string } },
		]);
	}
	const contactId = contactWith(amara).id;
	const hello = { contactId, text: 'Hello' };
	expect(await itemsOf(client, 'Send_message', hello)).toMatchObject([
		{ status: 'Success', content: { text: 'Hello' }, contactId },
	]);
	expect(await itemsOf(client, 'Send_message', hello)).toMatchObject([
		{ status: 'skipped', reason: 'identicalMessage' },
	]);
	const fault = { kind: 'connectionLost', when: 'afterEffect' } as const;
	testEnvironment().service.faults.add({ match: { path: /sendContent/ }, fault });
	const goodbye = { contactId, text: 'Goodbye' };
	const statuses = [
		await itemsOf(client, 'Send_message', goodbye),
		await itemsOf(client, 'Send_message', goodbye),
	];
	expect(statuses).toMatchObject([[{ status: 'unknown' }], [{ status: 'skipped' }]]);
	expect(received()).toEqual([text(amara, 'Hello'), text(amara, 'Goodbye')]);
}
