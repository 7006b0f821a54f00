import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fastify from 'fastify';

import { operations } from '../../../nodes/ChannelMessaging/operations';
import { operationCases } from '../../support/fixtures/operationCases';

const folder = join(__dirname, '../../../nodes/ChannelMessaging/__schema__/v1.0.0');

/** Returns a schema that requires all its properties and allows no others. */
function strict(schema: unknown): unknown {
	if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return schema;
	const properties = Object.entries(schema.properties ?? {});
	return {
		type: 'object',
		properties: Object.fromEntries(properties.map(([name, inner]) => [name, strict(inner)])),
		required: properties.map(([name]) => name),
		additionalProperties: false,
	};
}

/** Returns the validation error of a value, or an empty string. */
async function validate(schema: unknown, value: object): Promise<string> {
	const server = fastify({
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
	});
	server.post('/', { schema: { body: schema } }, () => '');
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	try {
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(value) });
		return await response.text();
	} finally {
		await server.close();
	}
}

it('Every operation has an output schema', () => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const expected = operations.map(({ resource, value }) => join(resource, `${value}.json`));
	expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(expected.sort());
});

it.each(Object.entries(operationCases))(
	'The output schema of %s matches its output',
	async (name, { output }) => {
		const schema: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		for (const json of output) expect(await validate(strict(schema), json)).toBe('');
	},
);
