import fc from 'fast-check';
import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import type { ChannelCall } from '../../../nodes/ChannelMessaging/api/call';
import { createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import { toNodeError } from '../../../nodes/ChannelMessaging/execution/output/nodeErrors';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import type { PreparedItem } from '../../../nodes/ChannelMessaging/operations/operation';
import { decodeBase64Identifier } from '../../support/service/api/contactIdentifier';
import {
	customFieldsBody,
	searchQuery,
	sendBody,
	tagsBody,
} from '../../support/service/api/schemas';
import { answeringService } from '../api/answeringService';
import { apiResponse } from '../api/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { anyInput, anyParameters } from './anyParameters';
import { performPrepared } from './performPrepared';

/** Whether it passes the schema of the call's endpoint; throws with the reason where it doesn't. */
function requireTaken({ kind, body, query }: ChannelCall): void {
	if (query !== undefined) searchQuery.parse(query);
	if (body === undefined) return;
	const schema = kind === 'message' ? sendBody : 'tags' in body ? tagsBody : customFieldsBody;
	schema.parse(JSON.parse(JSON.stringify(body)));
}

async function callsOf(plan: PreparedItem): Promise<readonly ChannelCall[]> {
	const { place, calls } = answeringService(apiResponse({ data: {} }));
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
				for (const call of await callsOf(plan)) requireTaken(call);
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
