import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ChannelState } from '../channelState';
import { inboxPage } from './page';

// Messages come from strangers: even if one got through as markup, it could not run or load anything
// but a picture.
const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"connect-src 'self'",
	'img-src http: https: data:',
].join('; ');

/** The page that shows what the contacts got. */
export function inbox(server: FastifyInstance, state: ChannelState): void {
	server.addHook('onSend', (_request, reply, _payload, done) => {
		reply.headers({
			'content-security-policy': contentSecurityPolicy,
			'referrer-policy': 'no-referrer',
			'cache-control': 'no-store',
		});
		done();
	});
	server.get('/', (request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.send(inboxPage(state.records, `http://${request.host}`).html),
	);
	server.get('/inbox.css', (_request, reply) => reply.type('text/css').send(read('inbox.css')));
	server.get('/refresh.js', (_request, reply) =>
		reply.type('text/javascript').send(read('refresh.js')),
	);
}

const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
