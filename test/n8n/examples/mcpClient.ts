import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { type StoredCredential, waitFor } from '../../support/n8n';

const token = 'token-of-the-mcp-clients';

export async function createBearerCredential(): Promise<StoredCredential> {
	const credential = { name: 'MCP clients', type: 'httpBearerAuth', data: { token } };
	return await testEnvironment().client.createCredential(credential);
}

/** Repeats a request that n8n rejects with 503 because its event loop was blocked. */
const fetchAccepted: typeof fetch = async (...request) =>
	await waitFor('n8n to accept the request of an MCP client', async () => {
		const response = await fetch(...request);
		return response.status !== 503 && response;
	});

/** Connects to the published server of the example. */
export async function connectToMcpServer(bearerToken = token): Promise<Client> {
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

export async function callTool(
	client: Client,
	name: string,
	toolArguments: Readonly<Record<string, unknown>>,
): Promise<string> {
	const result = await client.callTool({ name, arguments: { ...toolArguments } });
	const [content] = CallToolResultSchema.parse(result).content;
	if (content?.type !== 'text') throw new Error(`Not a text: ${JSON.stringify(result)}`);
	return content.text;
}
