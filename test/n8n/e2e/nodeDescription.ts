import { z } from 'zod';
import manifest from '../../../package.json';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { requestN8nSuccessfully } from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

const descriptionsSchema = z.array(z.object({ name: z.string(), iconUrl: z.unknown() }));
const iconSchema = z.object({ light: z.string(), dark: z.string() });
const nodeType = `${manifest.name}.channelMessaging`;

async function served(kind: 'credentials' | 'nodes') {
	return descriptionsSchema.parse(await testEnvironment().client.download(`/types/${kind}.json`));
}

export function nodeDescription(): void {
	test.each([
		['node', 'nodes', nodeType],
		['tool', 'nodes', `${nodeType}Tool`],
		['credential', 'credentials', 'channelMessagingApi'],
	] as const)('the %s has icons for light and dark mode', async (_, kind, name) => {
		const found = (await served(kind)).find((description) => description.name === name);
		const { light, dark } = iconSchema.parse(found?.iconUrl);
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
	});

	test('all related nodes exist', async () => {
		const names = (await served('nodes')).map(({ name }) => name);

		const related = [new ChannelMessaging(), new ChannelMessagingTrigger()].flatMap(
			({ description }) => description.builderHint.relatedNodes.map((node) => node.nodeType),
		);

		expect(names).toEqual(expect.arrayContaining(related));
	});

	test('n8n serves the output schemas of operations', async () => {
		const path = `/schemas/${nodeType}/1.0.0/contact/get.json`;

		expect(await testEnvironment().client.download(path)).toMatchObject({ type: 'object' });
	});
}
