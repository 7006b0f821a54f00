import type { FastifyInstance } from 'fastify';
import type { ChannelState } from '../channelState';
import { requireContactId } from './contactIdentifier';
import { emptyQuerySchema } from './emptyQuerySchema';
import { envelope } from './envelope';
import { requireMediaUrl } from './mediaUrl';
import { type SendBody, sendBodySchema } from './messageSchema';
import { passageOf } from './passage';
import { contactNotFound } from './refusal';

/** Send message (section 4.1). The document doesn't show the status of success: 200 here. */
export function messageEndpoint(api: FastifyInstance, state: ChannelState): void {
	api.post<{ Body: SendBody }>(
		'/v1/message/sendContent/:contactId',
		{
			schema: { body: sendBodySchema, querystring: emptyQuerySchema },
			config: { limitedGroup: 'messages', base64OnViber: true },
		},
		(request, reply) => {
			const { channelType, acceptUnknownContacts } = state.configuration;
			const { call, records } = passageOf(request);
			const contactId = requireContactId(request, channelType);
			if (!acceptUnknownContacts && !records.contacts.has(contactId)) throw contactNotFound();
			const [item] = request.body.body;
			requireMediaUrl(item);
			const forceCancelSurvey = request.body.forceCancelSurvey === true;
			records.messageLog.add({ at: call.at, contactId, item, forceCancelSurvey });
			call.accepted = true;
			return reply.send(envelope('Success', 'Message Sent'));
		},
	);
}
