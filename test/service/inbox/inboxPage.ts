import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = {
	'/': { name: 'inbox.html', contentType: 'text/html; charset=utf-8' },
	'/inbox.css': { name: 'inbox.css', contentType: 'text/css; charset=utf-8' },
	'/inbox.js': { name: 'inbox.js', contentType: 'text/javascript; charset=utf-8' },
};

// Messages come from strangers: even if one got through as markup, it could not run or load anything
// but a picture.
const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"connect-src 'self'",
	'img-src http: https: data:',
].join('; ');

/** The page that shows messages as they arrive. */
export function inboxPage(inbox: FastifyInstance): void {
	for (const [url, { name, contentType }] of Object.entries(files)) {
		inbox.get(url, async (_request, reply) =>
			reply
				.header('content-type', contentType)
				.header('content-security-policy', contentSecurityPolicy)
				.header('referrer-policy', 'no-referrer')
				.header('cache-control', 'no-store')
				.send(await readFile(join(__dirname, name))),
		);
	}
}
