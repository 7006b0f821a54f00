import fc from 'fast-check';
import { fastify } from 'fastify';
import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import type { ChannelCall } from '../../../../nodes/ChannelMessaging/channel/call';
import { createChannel } from '../../../../nodes/ChannelMessaging/channel/channel';
import { toNodeError } from '../../../../nodes/ChannelMessaging/execution/nodeErrors';
import { operations } from '../../../../nodes/ChannelMessaging/operations';
import type { PreparedItem } from '../../../../nodes/ChannelMessaging/operations/operation';
import { decodeBase64Identifier } from '../../../service/api/contactIdentifier';
import {
	customFieldsBodySchema,
	searchQuerySchema,
	tagsBodySchema,
} from '../../../service/api/contactSchemas';
import { sendBodySchema } from '../../../service/api/messageSchema';
import { schemaOptions } from '../../../service/api/schemaOptions';
import { answeringService } from '../channel/answeringService';
import { rawAnswer } from '../channel/rawAnswer';
import { givenParameters } from '../fields/givenParameters';
import { anyInput, anyParameters } from './anyParameters';
import { performPrepared } from './performPrepared';

/** Nothing but the schemas of the local service, each at an address of its own. */
const schemas = fastify({ ajv: { customOptions: schemaOptions } });
schemas.post('/send', { schema: { body: sendBodySchema } }, () => 'taken');
schemas.post('/customFields', { schema: { body: customFieldsBodySchema } }, () => 'taken');
schemas.post('/tags', { schema: { body: tagsBodySchema } }, () => 'taken');
schemas.get('/search', { schema: { querystring: searchQuerySchema } }, () => 'taken');

let address: string;

beforeAll(async () => {
	address = await schemas.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
	await schemas.close();
});

/** What the schema of the call's endpoint says to it. */
async function judge({ kind, body, query }: ChannelCall): Promise<string> {
	const search = `/search?${new URLSearchParams(query).toString()}`;
	const path = kind === 'message' ? '/send' : 'tags' in (body ?? {}) ? '/tags' : '/customFields';
	const answer =
		query === undefined
			? await fetch(`${address}${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(body),
				})
			: await fetch(`${address}${search}`);
	return await answer.text();
}

async function callsOf(plan: PreparedItem): Promise<readonly ChannelCall[]> {
	const { place, calls } = answeringService(rawAnswer({ data: {} }));
	await performPrepared(plan, createChannel(place, 'viber')).catch(() => undefined);
	return calls;
}

const node: INode = {
	id: 'node',
	name: 'Channel Messaging',
	type: 'n8n-nodes-channel-messaging.channelMessaging',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe.each(operations)('whatever JSON $resource: $value is given', (operation) => {
	const read = (given: Record<string, unknown>, input: Record<string, unknown>) =>
		operation.prepare(givenParameters(given, input as IDataObject));

	it("every call of its plan passes the service's own schemas", async () => {
		await fc.assert(
			fc.asyncProperty(anyParameters, anyInput, async (given, input) => {
				let plan: PreparedItem;
				try {
					plan = read(given, input);
				} catch {
					fc.pre(false);
					return;
				}
				for (const call of await callsOf(plan)) {
					if (call.body === undefined && call.query === undefined) continue;
					expect(await judge(call)).toBe('taken');
				}
			}),
			{ numRuns: 100 },
		);
	});

	it('it is read, or the fault becomes a NodeOperationError that names the item', () => {
		fc.assert(
			fc.property(anyParameters, anyInput, fc.nat(), (given, input, itemIndex) => {
				try {
					read(given, input);
				} catch (fault) {
					const error = toNodeError(fault, { node, itemIndex });
					expect(error).toBeInstanceOf(NodeOperationError);
					expect(error.context.itemIndex).toBe(itemIndex);
					expect(error.message).toMatch(new RegExp(` \\[item ${String(itemIndex)}\\]$`));
					expect(error.description).toMatch(/\.$/);
				}
			}),
			{ numRuns: 200 },
		);
	});
});

describe('on Viber', () => {
	it.each(['send', 'update', 'removeTags'])(
		'whatever identifier %s is given, the service reads the same out of the path',
		async (value) => {
			const operation = operations.find((known) => known.value === value);
			const identifiers = fc.string({ unit: 'grapheme', minLength: 1 });
			await fc.assert(
				fc.asyncProperty(identifiers, async (contactId) => {
					let plan: PreparedItem | undefined;
					try {
						plan = operation?.prepare(
							givenParameters({
								contactId: { mode: 'id', value: contactId },
								messageType: 'text',
								text: 'Hi',
								customFields: { field: [{ name: 'a', value: 'b' }] },
								tags: { tag: [{ name: 'a' }] },
							}),
						);
					} catch {
						fc.pre(false);
					}
					const [call] = plan === undefined ? [] : await callsOf(plan);
					const segment = call?.path.replace('/tags', '').split('/').at(-1) ?? '';
					expect(decodeBase64Identifier(decodeURIComponent(segment))).toBe(contactId);
				}),
			);
		},
	);
});
