import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { limits } from '../../nodes/ChannelMessaging/client/documentedLimits';
import manifest from '../../package.json';
import { repository } from '../support/repository';
import { reasons } from '../unit/client/apiErrorWith';

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

it('Documentation pages contain no broken relative links, anchors, or images', () => {
	const broken = pages.flatMap(({ name, path, text }) =>
		[...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
			.map(([, link, source]) => link ?? source ?? '')
			.filter((target) => !/^(https?:|mailto:)/.test(target) && !exists(target, path))
			.map((target) => `${name}: ${target}`),
	);
	expect(broken).toEqual([]);
});

it('Documentation tables contain no blank lines, which would end them', () => {
	const rows = pages.flatMap(({ name, text }) =>
		[...text.matchAll(/\n\n(\|.*)\n(.*)/g)]
			.filter(([, , next = '']) => !/^\| ?:?-+/.test(next))
			.map(([, row = '']) => `${name}: ${row}`),
	);
	expect(rows).toEqual([]);
});

it('Documentation pages mention only existing npm scripts', () => {
	const unknown = pages.flatMap(({ name, text }) =>
		[...text.matchAll(/npm run ([a-z0-9:]+)/g)]
			.map(([, script = '']) => script)
			.filter((script) => !Object.hasOwn(manifest.scripts, script))
			.map((script) => `${name}: ${script}`),
	);
	expect(unknown).toEqual([]);
});

it("The documentation lists the service's limits", () => {
	const text = readFileSync(join(repository, 'docs/rate-limits.md'), 'utf8');
	const [, table = ''] = text.split(/^## The service's limits$/m);
	const rows = [...table.matchAll(/^\| (\w[^|]+) \| (\d+) \|$/gm)];
	const listed = Object.fromEntries(rows.map(([, name = '', value]) => [name, Number(value)]));
	expect(listed).toEqual({
		'Messages per second, for each token': limits.messagesPerSecond,
		'Contact requests per minute, for each token': limits.contactCallsPerMinute,
		'Replies per message': limits.repliesPerMessage,
		'Characters per reply': limits.charactersPerReply,
		'Custom fields per request': limits.customFieldsPerRequest,
		'Tags per request': limits.tagsPerRequest,
	});
});

it('The documentation of the error output lists every reason', () => {
	const page = readFileSync(join(repository, 'docs', 'error-output.md'), 'utf8');

	expect(reasons.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
});
