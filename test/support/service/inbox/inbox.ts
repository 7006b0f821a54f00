import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Channel } from '../channel';
import { inboxPage } from './page';

/** Serves a page that shows all contacts and their messages. */
export function inbox(server: FastifyInstance, channel: Channel): void {
	server.get('/', (request, reply) =>
		reply.type('text/html; charset=utf-8').send(inboxPage(channel, `http://${request.host}`).html),
	);
	server.get('/inbox.css', (_request, reply) => reply.type('text/css').send(read('inbox.css')));
	server.get('/refresh.js', (_request, reply) =>
		reply.type('text/javascript').send(read('refresh.js')),
	);
}

const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
