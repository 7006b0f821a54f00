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

/** Returns the anchors of a page's headings, as GitHub creates them. */
function anchorsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/\]\([^)]*\)/g, '')
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

/** Returns whether a link's file and heading exist. */
function exists(target: string, page: string): boolean {
	const [file = '', anchor] = target.split('#');
	const path = file === '' ? page : join(dirname(page), file);
	if (!existsSync(path)) return false;
	return anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor);
}

describe.each(pages)('The page $name', ({ path, text }) => {
	it('A documentation page contains no broken relative links, anchors, or images', () => {
		const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
			.map(([, link, source]) => link ?? source ?? '')
			.filter((target) => !/^(https?:|mailto:)/.test(target));
		expect(targets.filter((target) => !exists(target, path))).toEqual([]);
	});

	it('A documentation page mentions only existing npm scripts', () => {
		const scripts = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, script]) => script);
		expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script ?? ''))).toEqual([]);
	});
});
