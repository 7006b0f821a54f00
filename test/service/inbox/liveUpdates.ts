import type { FastifyInstance } from 'fastify';
import type { ChannelState } from '../channelState';
import { InboxReader } from './inboxReader';

const updateIntervalMilliseconds = 100;

/** Tells the page what is new, by server-sent events. Costs nothing while no page is open. */
export function liveUpdates(inbox: FastifyInstance, state: ChannelState): void {
	inbox.get('/_service/events', (request, reply) => {
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		stream.flushHeaders();
		const reader = new InboxReader();
		const tell = (): void => {
			// A page that can't keep up is told the rest once it has read this.
			if (stream.writableNeedDrain) return;
			const update = reader.read(state.records);
			if (update) stream.write(`data: ${JSON.stringify(update)}\n\n`);
		};
		tell();
		const timer = setInterval(tell, updateIntervalMilliseconds);
		request.raw.socket.once('close', () => {
			clearInterval(timer);
		});
	});
}
