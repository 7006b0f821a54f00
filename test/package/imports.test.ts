import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/repository';

/** Source folders from the top layer to the bottom layer. */
const layers = [
	'methods',
	'execution',
	'operations',
	'chat',
	'sendAndWait',
	'parameters',
	'campaign',
	'sendOnce',
	'contacts',
	'retryOnFail',
	'client',
	'customFieldValues',
	'phoneNumbers',
	'rateLimit',
	'scheduling',
	'texts',
];

const folder = join(repository, 'nodes', 'ChannelMessaging');

/** The layer above all others. */
const trigger = 'ChannelMessagingTrigger';

function importsOf(name: string): string[] {
	const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
	const texts = files
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, name, file), 'utf8'));
	return texts.flatMap((text) =>
		[...text.matchAll(/from '(?:\.\.\/)+(\w+)/g)].map(([, imported = '']) => imported),
	);
}

it('Every source folder belongs to a layer', () => {
	const folders = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
		.map(({ name }) => name);
	expect(folders.sort()).toEqual([...layers].sort());
});

it('Source folders import only from lower layers', () => {
	const violations = layers.flatMap((name, index) => {
		const above = [trigger, ...layers.slice(0, index)];
		return importsOf(name)
			.filter((imported) => above.includes(imported))
			.map((imported) => `${name} imports ${imported}`);
	});
	expect(violations).toEqual([]);
});
