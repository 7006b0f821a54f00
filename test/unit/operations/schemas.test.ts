import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fastify from 'fastify';

import { operations } from '../../../nodes/ChannelMessaging/operations';
import { operationCases } from '../../support/fixtures/operationCases';

const folder = join(__dirname, '../../../nodes/ChannelMessaging/__schema__/v1.0.0');

/** A schema that takes exactly the properties that the file names, none less and none more. */
function exactly(schema: unknown): unknown {
	if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return schema;
	const properties = Object.entries(schema.properties ?? {});
	return {
		type: 'object',
		properties: Object.fromEntries(properties.map(([name, inside]) => [name, exactly(inside)])),
		required: properties.map(([name]) => name),
		additionalProperties: false,
	};
}

/** What a schema has against a value, in its own words; nothing where it has none. */
async function complaint(schema: unknown, value: object): Promise<string> {
	const server = fastify({
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
	});
	server.post('/', { schema: { body: schema } }, () => '');
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	try {
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(value) });
		return await answer.text();
	} finally {
		await server.close();
	}
}

describe('the schemas of outputs, which the editor shows before the first run', () => {
	it('are one for each operation, and no other', () => {
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		const wanted = operations.map(({ resource, value }) => join(resource, `${value}.json`));
		expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(wanted.sort());
	});

	it.each(Object.entries(operationCases))('%s is what the operation gives', async (name, run) => {
		const schema: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		for (const json of run.output) expect(await complaint(exactly(schema), json)).toBe('');
	});
});
