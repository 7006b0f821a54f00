import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationCases } from './operationCases';

const folder = join(__dirname, '../../../nodes/ChannelMessaging/__schema__/v1.0.0');

/** Returns the JSON schema of a value. All entries of a list must have the same type. */
function schemaOf(value: unknown): object {
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
	if (typeof value !== 'object' || value === null) {
		return { type: Number.isInteger(value) ? 'integer' : typeof value };
	}
	const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(properties) as object };
}

it.each(Object.entries(operationCases))(
	'The output schema of %s matches its output',
	(name, { output }) => {
		const schema: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
		expect(schema).toEqual({ ...schemaOf(output[0]), version: 1 });
	},
);
