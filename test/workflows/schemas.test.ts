import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import axios from 'axios';
import fastify from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { operations } from '../../nodes/ChannelMessaging/operations';
import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();
const folder = path.resolve(__dirname, '../../nodes/ChannelMessaging/__schema__/v1.0.0');

const schemaFile = z
	.object({ type: z.literal('object'), properties: z.record(z.unknown()), version: z.literal(1) })
	.strict();

const contactId = '={{ $json.contactId }}';
const customFields = { field: [{ name: 'city', value: 'Vigo' }] };
const tags = { tag: [{ name: 'vip' }] };

/** Parameters for each operation with which it gives output, for an item with a contact's id. */
const examples: Readonly<Record<string, INodeParameters>> = {
	'contact/addTags': contactOperation('addTags', { contactId, tags }),
	'contact/create': contactOperation('create', { customFields }),
	'contact/get': contactOperation('get', { contactId }),
	'contact/getAll': contactOperation('getAll', {
		fieldName: 'gender',
		fieldValue: 'female',
		returnAll: true,
	}),
	'contact/removeTags': contactOperation('removeTags', { contactId, tags }),
	'contact/update': contactOperation('update', { contactId, customFields }),
	'contact/upsert': contactOperation('upsert', {
		fieldName: 'phone',
		fieldValue: '={{ $json.contactId }}',
		customFields,
	}),
	'message/send': sendText({ contactId, text: 'Hi' }),
};

const files = operations.map(({ resource, value }) => `${resource}/${value}`);

async function schemaOf(file: string): Promise<z.infer<typeof schemaFile>> {
	return schemaFile.parse(JSON.parse(await readFile(path.join(folder, `${file}.json`), 'utf8')));
}

/** What a JSON schema has against each of the values, in its own words; nothing where it has none. */
async function complaints(schema: object, values: readonly IDataObject[]): Promise<string[]> {
	const app = fastify({
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
	});
	app.post('/', { schema: { body: schema } }, () => '');
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	try {
		return await Promise.all(
			values.map(async (value) => {
				const answer = await axios.post<unknown>(url, value, {
					proxy: false,
					responseType: 'text',
					validateStatus: () => true,
				});
				return String(answer.data);
			}),
		);
	} finally {
		await app.close();
	}
}

/** The schema of a file, which now takes exactly its properties and none less. */
function exactly({ type, properties }: z.infer<typeof schemaFile>): object {
	return { type, properties, required: Object.keys(properties), additionalProperties: false };
}

describe('the schemas of outputs, which the editor shows before the first run', () => {
	it('are one for each operation, and no other', async () => {
		const found = await readdir(folder, { recursive: true, withFileTypes: true });
		const names = found
			.filter((entry) => entry.isFile())
			.map(({ name, parentPath }) => path.relative(folder, path.join(parentPath, name)));
		expect(names.sort()).toEqual(files.map((file) => `${file}.json`).sort());
	});

	it.each(files)('%s is what the operation really gives', async (file) => {
		const items = channel.service.contacts
			.all()
			.slice(0, 3)
			.map(({ id }) => ({ contactId: id }));
		const parameters = examples[file];
		if (parameters === undefined) throw new Error(`No example of ${file}`);

		const result = await runNode({ credential: channel.credential(), parameters, items });

		expect(result.error).toBeUndefined();
		expect(result.items.length).toBeGreaterThan(0);
		const schema = exactly(await schemaOf(file));
		const found = await complaints(
			schema,
			result.items.map(({ json }) => json),
		);
		expect(found).toEqual(result.items.map(() => ''));
	});

	it('are held to by a validator that notices a difference', async () => {
		const schema = exactly(await schemaOf('contact/get'));
		const contact = { id: '1', custom_fields: { phone: '1' }, tags: ['vip'], created_at: 1 };
		const others = [
			{ ...contact, id: 1 },
			{ ...contact, tags: 'vip' },
			{ ...contact, custom_fields: { phone: 1 } },
			{ ...contact, name: 'Ana' },
			{ id: '1' },
		];
		const [none, ...found] = await complaints(schema, [contact, ...others]);
		expect(none).toBe('');
		for (const complaint of found) expect(complaint).toMatch(/must/);
		expect(found).toHaveLength(others.length);
	});

	it("have the document's names of custom fields, whatever else a contact has", async () => {
		const { properties } = await schemaOf('contact/get');
		const { custom_fields: fields } = z
			.object({ custom_fields: z.object({ properties: z.record(z.unknown()) }) })
			.parse(properties);
		const names = Object.keys(channel.service.contacts.all()[0]?.custom_fields ?? {});
		expect(Object.keys(fields.properties).sort()).toEqual(names.sort());
	});
});
