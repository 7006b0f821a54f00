import type { INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import manifest from '../../../package.json';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { requestN8nSuccessfully } from '../../support/n8n';
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
			const url = `${testEnvironment().n8n.url}/${path}`;
			const icon = await requestN8nSuccessfully<string>({ url });
			expect(icon.headers['content-type']).toContain('image/svg+xml');
			expect(icon.data).toMatch(/^<svg[\s>]/);
			return icon.data;
		}),
	);
	expect(icons[0]).not.toBe(icons[1]);
}

/** The descriptions that n8n serves to the editor. */
export function nodeDescription(): void {
	test('the node, its tool, and the credential have icons for light and dark mode', async () => {
		const credentials = await testEnvironment().client.credentialTypes();
		const credential = credentials.find(({ name }) => name === 'channelMessagingApi');

		await expectDifferentIcons((await servedNode()).iconUrl);
		await expectDifferentIcons((await servedNode('channelMessagingTool')).iconUrl);
		await expectDifferentIcons(credential?.iconUrl);
	});

	test('all related nodes exist', async () => {
		const served = await testEnvironment().client.nodeTypes();
		const names = served.map(({ name }) => name);

		const related = [new ChannelMessaging(), new ChannelMessagingTrigger()].flatMap(
			({ description }) => description.builderHint.relatedNodes.map(({ nodeType }) => nodeType),
		);

		expect(names).toEqual(expect.arrayContaining(related));
	});

	test('n8n serves the output schemas of operations', async () => {
		const { name } = await servedNode();
		const schema = await testEnvironment().client.outputSchema(name, '1.0.0', 'contact/get');

		expect(schema).toMatchObject({ type: 'object' });
	});
}
