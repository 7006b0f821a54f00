import axios from 'axios';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type INodeParameters, Workflow } from 'n8n-workflow';
import { z } from 'zod';
import { operations } from '../../nodes/ChannelMessaging/operations';
import { onContact, sendText } from '../running/parameters';
import { theRunning } from '../running/running';
import { servedNode } from './fixture/servedNode';

const iconUrls = z.object({ light: z.string(), dark: z.string() });

async function expectTwoIcons(iconUrl: unknown): Promise<void> {
	const { light, dark } = iconUrls.parse(iconUrl);
	const [lightIcon, darkIcon] = await Promise.all(
		[light, dark].map(async (path) => {
			const icon = await axios.get<string>(`${theRunning().n8n.url}/${path}`, { proxy: false });
			expect(icon.headers['content-type']).toContain('image/svg+xml');
			expect(icon.data).toMatch(/^<svg[\s>]/);
			return icon.data;
		}),
	);
	expect(lightIcon).not.toBe(darkIcon);
}

/** The line below the node's name, which the editor computes from the parameters. */
async function subtitleOf(parameters: INodeParameters): Promise<unknown> {
	const description = await servedNode();
	const type = { description };
	const node = {
		id: 'node',
		name: 'Node',
		type: description.name,
		typeVersion: 1,
		position: [0, 0] satisfies [number, number],
		parameters,
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

/** What n8n tells the editor about the node and its credential. */
export function nodeDescription(): void {
	test('the node has an icon for the light theme and one for the dark', async () => {
		await expectTwoIcons((await servedNode()).iconUrl);
	});

	test('the node is found by its categories and by other words', async () => {
		const { codex } = await servedNode();

		expect(codex?.categories).toEqual(['Communication', 'Marketing']);
		expect(codex?.alias).toContain('quick reply');
	});

	test.each([
		['send: message', sendText],
		['addTags: contact', onContact('addTags')],
	])('the subtitle tells what the node does: %s', async (subtitle, parameters) => {
		expect(await subtitleOf(parameters)).toBe(subtitle);
	});

	test.each(operations.map(({ resource, value }) => `${resource}/${value}`))(
		'the fields of the output are known before the first run: %s',
		async (operation) => {
			const { name } = await servedNode();
			const folder = '../../nodes/ChannelMessaging/__schema__/v1.0.0';
			const file = resolve(__dirname, folder, `${operation}.json`);

			const schema = await theRunning().client.outputSchema(name, '1.0.0', operation);

			expect(schema).toEqual(JSON.parse(await readFile(file, 'utf8')));
		},
	);

	test('the names of custom fields are listed, with those of the example contact', async () => {
		const { client, credential, service } = theRunning();
		const custom_fields = { birthday: '1990-04-01' };
		service.contacts.add({ id: 'example', custom_fields, tags: [], created_at: 1 });

		const names = await client.searchList({
			nodeType: (await servedNode()).name,
			method: 'searchCustomFieldNames',
			path: 'parameters.customFields.field[0].name',
			parameters: onContact('update', { options: { exampleContact: 'example' } }),
			credential,
			filter: 'i',
		});

		expect(names.map(({ value }) => value)).toEqual([
			'birthday',
			'customerid',
			'email',
			'firstName',
			'timezone',
		]);
	});

	test('an AI agent can be given the node as a tool', async () => {
		const tool = await servedNode('channelMessagingTool');

		expect(tool.outputs).toEqual(['ai_tool']);
		expect(tool.credentials).toEqual((await servedNode()).credentials);
		await expectTwoIcons(tool.iconUrl);
	});

	test('the credential is known, has icons of its own, and hides the token', async () => {
		const { credentials = [] } = await servedNode();
		expect(credentials).toMatchObject([{ name: 'channelMessagingApi', required: true }]);
		const types = await theRunning().client.credentialTypes();

		const type = types.find(({ name }) => name === 'channelMessagingApi');

		expect(type?.displayName).toBe('Channel Messaging API');
		await expectTwoIcons(type?.iconUrl);
		const hidden = type?.properties.filter(({ typeOptions }) => typeOptions?.password === true);
		expect(hidden?.map(({ name }) => name)).toEqual(['token']);
	});
}
