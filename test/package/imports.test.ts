import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/repository';

/** The folders of the sources in the order in which data goes down: none knows one above it. */
const order = [
	'methods',
	'execution',
	'operations',
	'sendAndWait',
	'parameters',
	'contacts',
	'client',
	'rateLimit',
	'scheduling',
];

const folder = join(repository, 'nodes', 'ChannelMessaging');

/** The trigger stands above all of them: it knows them, and they don't know it. */
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

it('every folder of the sources has its place', () => {
	const folders = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
		.map(({ name }) => name);
	expect(folders.sort()).toEqual([...order].sort());
});

it.each(order)('%s imports from the folders below it alone', (name) => {
	const above = [trigger, ...order.slice(0, order.indexOf(name))];
	expect(importsOf(name).filter((imported) => above.includes(imported))).toEqual([]);
});
