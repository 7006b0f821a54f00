import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import manifest from '../../package.json';
import { repository } from '../support/repository';

const pages = ['.', 'docs', 'examples', 'test/support/service']
	.flatMap((folder) =>
		readdirSync(join(repository, folder), { recursive: folder !== '.', withFileTypes: true }),
	)
	.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
	.map((entry) => {
		const path = join(entry.parentPath, entry.name);
		return { name: relative(repository, path), path, text: readFileSync(path, 'utf8') };
	});

describe.each(pages)('$name', ({ path, text }) => {
	it('contains no broken relative links or pictures', () => {
		const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
			.map(([, link, source]) => link ?? source ?? '')
			.filter((target) => !/^(https?:|#|mailto:)/.test(target));
		const missing = targets.filter(
			(target) => !existsSync(join(dirname(path), target.replace(/#.*/, ''))),
		);
		expect(missing).toEqual([]);
	});

	it('mentions only npm scripts that exist', () => {
		const scripts = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, script]) => script);
		expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script ?? ''))).toEqual([]);
	});
});
