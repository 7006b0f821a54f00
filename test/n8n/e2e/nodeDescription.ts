import { Agent } from 'node:http';
import axios from 'axios';
import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import manifest from '../../../package.json';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** Returns the description of a node that n8n serves to the editor. */
async function servedNode(name = 'channelMessaging'): Promise<INodeTypeDescription> {
	const nodeTypes = await testEnvironment().client.nodeTypes();
	const found = nodeTypes.find((nodeType) => nodeType.name === `${manifest.name}.${name}`);
	if (found === undefined) throw new Error(`n8n serves no node ${name}`);
	return found;
}

async function expectDifferentIcons(iconUrl: unknown): Promise<void> {
	const { light, dark } = z.object({ light: z.string(), dark: z.string() }).parse(iconUrl);
	const icons = await Promise.all(
		[light, dark].map(async (path) => {
			const icon = await axios.get<string>(`${testEnvironment().n8n.url}/${path}`, {
				// n8n could close a kept connection at the moment of the next request.
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

/** The descriptions that n8n serves to the editor. */
export function nodeDescription(): void {
	test('the node has icons, a category, and search aliases', async () => {
		const { codex, iconUrl } = await servedNode();

		await expectDifferentIcons(iconUrl);
		expect(codex?.categories).toEqual(['Communication', 'HITL']);
		// n8n's own nodes with Send and Wait are listed there.
		expect(codex?.subcategories).toEqual({ HITL: ['Human in the Loop'] });
		expect(codex?.alias).toEqual(
			expect.arrayContaining(['quick reply', 'human', 'approval', 'hitl']),
		);
	});

	test('both nodes have the same description, because the nodes panel lists them as one', async () => {
		const { description } = await servedNode();

		expect(description).toBe(
			'Send messages, ask questions, manage contacts, and react when contacts change',
		);
		expect((await servedNode('channelMessagingTrigger')).description).toBe(description);
	});

	test("n8n's AI builder receives the hints of the nodes and of parameters", async () => {
		const node = await servedNode();
		const [contactId] = node.properties.filter(({ name }) => name === 'contactId');

		expect(node).toHaveProperty(
			'builderHint.searchHint',
			expect.stringContaining('no loop, batching, or Wait node is needed'),
		);
		expect(contactId).toHaveProperty(
			'builderHint.propertyHint',
			expect.stringContaining('no search is needed'),
		);
	});

	test('all related nodes exist', async () => {
		const served = await testEnvironment().client.nodeTypes();
		const names = new Set(served.map(({ name }) => name));

		for (const { description } of [new ChannelMessaging(), new ChannelMessagingTrigger()]) {
			const { relatedNodes } = description.builderHint;
			const related = relatedNodes.map(({ nodeType }) => nodeType);
			expect(related.filter((name) => !names.has(name))).toEqual([]);
		}
	});

	test('every operation has an output schema', async () => {
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

	test('n8n derives a tool for AI agents from the node', async () => {
		const tool = await servedNode('channelMessagingTool');

		expect(tool.outputs).toEqual(['ai_tool']);
		expect(tool.credentials).toEqual((await servedNode()).credentials);
		await expectDifferentIcons(tool.iconUrl);
	});

	test('the credential has icons, and hides only the token', async () => {
		const types = await testEnvironment().client.credentialTypes();

		const type = types.find(({ name }) => name === 'channelMessagingApi');

		await expectDifferentIcons(type?.iconUrl);
		const hidden = type?.properties.filter(({ typeOptions }) => typeOptions?.password === true);
		expect(hidden?.map(({ name }) => name)).toEqual(['token']);
	});
}
