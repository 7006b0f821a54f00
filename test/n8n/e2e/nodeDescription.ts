import { Agent } from 'node:http';
import axios from 'axios';
import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import manifest from '../../../package.json';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** The description of one of the package's nodes, as n8n serves it to the editor. */
async function servedNode(name = 'channelMessaging'): Promise<INodeTypeDescription> {
	const nodeTypes = await testEnvironment().client.nodeTypes();
	const found = nodeTypes.find((nodeType) => nodeType.name === `${manifest.name}.${name}`);
	if (found === undefined) throw new Error(`n8n does not serve ${name}`);
	return found;
}

async function expectTwoIcons(iconUrl: unknown): Promise<void> {
	const { light, dark } = z.object({ light: z.string(), dark: z.string() }).parse(iconUrl);
	const icons = await Promise.all(
		[light, dark].map(async (path) => {
			const icon = await axios.get<string>(`${testEnvironment().n8n.url}/${path}`, {
				// A connection that is kept may be closed by n8n just when this call takes it.
				httpAgent: new Agent({ keepAlive: false }),
				proxy: false,
			});
			expect(icon.headers['content-type']).toContain('image/svg+xml');
			expect(icon.data).toMatch(/^<svg[\s>]/);
			return icon.data;
		}),
	);
	expect(icons[0]).not.toBe(icons[1]);
}

/** What n8n tells the editor about the node and its credential. */
export function nodeDescription(): void {
	test('the node has its icons, its categories and other words by which it is found', async () => {
		const { codex, iconUrl } = await servedNode();

		await expectTwoIcons(iconUrl);
		expect(codex?.categories).toEqual(['Communication']);
		expect(codex?.alias).toContain('quick reply');
	});

	test('both nodes have one description, because the panel shows one entry for both', async () => {
		const { description } = await servedNode();

		expect(description).toBe(
			'Send messages, ask questions, manage contacts, and react when contacts change',
		);
		expect((await servedNode('channelMessagingTrigger')).description).toBe(description);
	});

	test("n8n's AI builder is told what the node does by itself", async () => {
		expect(await servedNode()).toHaveProperty(
			'builderHint.searchHint',
			expect.stringContaining('no loop, batching or wait is needed'),
		);
	});

	test('the fields of the output are known before the first run', async () => {
		const { name } = await servedNode();
		for (const { resource, value } of operations) {
			const schema = await testEnvironment().client.outputSchema(
				name,
				'1.0.0',
				`${resource}/${value}`,
			);
			expect(schema).toMatchObject({ type: 'object' });
		}
	});

	test('an AI agent can be given the node as a tool', async () => {
		const tool = await servedNode('channelMessagingTool');

		expect(tool.outputs).toEqual(['ai_tool']);
		expect(tool.credentials).toEqual((await servedNode()).credentials);
		await expectTwoIcons(tool.iconUrl);
	});

	test('the credential is known, has icons of its own, and hides the token', async () => {
		const types = await testEnvironment().client.credentialTypes();

		const type = types.find(({ name }) => name === 'channelMessagingApi');

		await expectTwoIcons(type?.iconUrl);
		const hidden = type?.properties.filter(({ typeOptions }) => typeOptions?.password === true);
		expect(hidden?.map(({ name }) => name)).toEqual(['token']);
	});
}
