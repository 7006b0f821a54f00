import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { modulesImported, namesUsed } from './namesUsed';

const root = join(__dirname, '../..');

/** What n8n's cloud keeps from community nodes; `sleep` of n8n-workflow takes the timers' place. */
const restricted = [
	'__dirname',
	'__filename',
	'clearImmediate',
	'clearInterval',
	'clearTimeout',
	'global',
	'globalThis',
	'process',
	'require',
	'setImmediate',
	'setInterval',
	'setTimeout',
];

/** The modules that n8n's cloud lets a community node have, as far as this one needs them. */
const allowedModules = ['n8n-workflow', 'node:crypto'];

const shipped = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
		.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return { name: relative(root, path), path, source: readFileSync(path, 'utf8') };
		}),
);

describe('the sources that ship', () => {
	it('are there', () => {
		const names = shipped.map(({ name }) => name);
		expect(names).toContain('nodes/ChannelMessaging/ChannelMessaging.node.ts');
		expect(names).toContain('credentials/ChannelMessagingApi.credentials.ts');
	});

	it.each(shipped)('$name uses nothing that n8n keeps from it', ({ source }) => {
		const names = namesUsed(source);
		expect(restricted.filter((name) => names.has(name))).toEqual([]);
	});

	it.each(shipped)('$name writes nothing to a log', ({ source }) => {
		expect([...namesUsed(source)]).not.toContain('console');
	});

	it.each(shipped)('$name imports only what ships with it or what n8n has', ({ path, source }) => {
		for (const module of modulesImported(source)) {
			if (module.startsWith('.')) {
				const target = relative(root, resolve(dirname(path), module));
				expect(target).toMatch(/^(nodes|credentials)\//);
			} else {
				expect(allowedModules).toContain(module);
			}
		}
	});
});
