import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { operations } from '../../nodes/ChannelMessaging/operations';
import { triggerFields } from '../../nodes/ChannelMessagingTrigger/settings';
import manifest from '../../package.json';
import { operationRuns } from '../support/running/operationRuns';

const root = join(__dirname, '../..');

const pages = ['.', 'docs', 'examples', 'test/support/service']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true }),
	)
	.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
	.map((entry) => {
		const path = join(entry.parentPath, entry.name);
		return { name: relative(root, path), path, text: readFileSync(path, 'utf8') };
	});

/** The cells of a table's rows, by the heading above it. */
function rowsBelow(heading: string): readonly string[][] {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [, ...rows] = (readme.split(heading)[1] ?? '')
		.trimStart()
		.split('\n\n', 1)
		.join('')
		.split('\n')
		.filter((line) => line.startsWith('|') && !line.startsWith('| ---'));
	return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

describe('the documentation', () => {
	it.each(pages)('$name: links and pictures lead somewhere', ({ path, text }) => {
		const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
			.map(([, link, source]) => link ?? source ?? '')
			.filter((target) => !/^(https?:|#|mailto:)/.test(target));
		const missing = targets.filter(
			(target) => !existsSync(join(dirname(path), target.replace(/#.*/, ''))),
		);
		expect(missing).toEqual([]);
	});

	it.each(pages)('$name: every npm script that it names is there', ({ text }) => {
		const scripts = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, script]) => script);
		expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script ?? ''))).toEqual([]);
	});

	it('has a row for every operation and event, and no other', () => {
		const rows = rowsBelow('## Operations').map(
			([, resource, name]) => `${resource ?? ''}: ${name ?? ''}`,
		);
		const known = operations.map(
			({ resource, name }) => `${resource[0]?.toUpperCase() ?? ''}${resource.slice(1)}: ${name}`,
		);
		const events = triggerFields
			.filter(({ name }) => name === 'event')
			.flatMap(({ options = [] }) => options.map(({ name }) => `Trigger: ${name}`));
		expect(rows.sort()).toEqual([...known, ...events].sort());
	});

	it.each(operations)('names the calls of $resource: $name', ({ resource, value, name }) => {
		const rows = rowsBelow('these are the calls:').map((cells) => cells.join(' | '));
		for (const { method, path } of operationRuns[`${resource}/${value}`]?.calls ?? []) {
			const call = `\`${method} ${path.replace(/\/%[^/]*/, '/{contactId}').replace(/\?.*/, '?')}`;
			const whole = call.endsWith('?') ? call : `${call}\``;
			expect(rows.filter((row) => row.includes(whole)).join()).toContain(name);
		}
	});

	it('has a row for every option, and no other', () => {
		const rows = rowsBelow('\nOptions:').map(([, name]) => name);
		const known = operations
			.flatMap(({ properties }) => properties)
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) =>
				options.map((option) => ('displayName' in option ? option.displayName : option.name)),
			);
		expect(rows.sort()).toEqual([...new Set(known)].sort());
	});
});
