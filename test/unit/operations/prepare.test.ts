import fc from 'fast-check';
import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { toNodeError } from '../../../nodes/ChannelMessaging/execution/errors';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import type { Operation, PreparedItem } from '../../../nodes/ChannelMessaging/operations/operation';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import {
	customFieldsBody,
	searchQuery,
	sendBody,
	tagsBody,
} from '../../support/service/api/schemas';
import { answeringService } from '../client/answeringService';
import { apiResponse } from '../client/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { anyInput, anyParameters } from './anyParameters';
import { performPrepared } from './performPrepared';
import { shownParameters } from './shownParameters';

const node: INode = {
	id: 'node',
	name: 'Channel Messaging',
	type: 'n8n-nodes-channel-messaging.channelMessaging',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A plan or a `ParameterError`; whatever else reading throws makes the test fail. */
function prepare(
	operation: Operation,
	given: Record<string, unknown>,
	input: Record<string, unknown>,
): PreparedItem | ParameterError {
	try {
		return operation.prepare(givenParameters(given, input as IDataObject));
	} catch (error) {
		if (error instanceof ParameterError) return error;
		throw error;
	}
}

/** The calls that a plan makes. */
async function callsOf(plan: PreparedItem): Promise<readonly ChannelRequest[]> {
	const { callApi, calls } = answeringService(apiResponse({ data: [] }));
	// Not every operation can read this answer, but what went out is all that counts here.
	await performPrepared(plan, createChannel(callApi, 'viber')).catch(() => undefined);
	if (calls.length === 0) throw new Error('The plan made no call');
	return calls;
}

/** Whether it passes the schema of the call's endpoint; throws with the reason where it doesn't. */
function requireTaken({ bucket: kind, body, query }: ChannelRequest): void {
	if (query !== undefined) searchQuery.parse(query);
	if (body === undefined) return;
	const schema = kind === 'message' ? sendBody : 'tags' in body ? tagsBody : customFieldsBody;
	schema.parse(JSON.parse(JSON.stringify(body)));
}

const labels = operations
	.flatMap(({ properties }) => shownParameters(properties))
	.map(({ property }) => `'${property.displayName}'`);

describe.each(operations)('whatever $resource: $value is given', (operation) => {
	const parameters = anyParameters(operation.properties);

	it('it makes a plan or says which parameter of which item is wrong and what to do', () => {
		fc.assert(
			fc.property(parameters, anyInput, fc.nat(), (given, input, itemIndex) => {
				const result = prepare(operation, given, input);
				if (!(result instanceof ParameterError)) return;
				const { message, advice } = result;
				expect(labels.filter((label) => message.includes(label))).not.toEqual([]);
				expect(message).toMatch(/^'/);
				expect(message).not.toMatch(/\b(error|problem|fail|mistake|invalid)/i);
				expect(advice).toMatch(/^[A-Z]\w+ .+\.$/);
				const error = toNodeError(result, { node, itemIndex });
				expect(error).toBeInstanceOf(NodeOperationError);
				expect(error.context.itemIndex).toBe(itemIndex);
				expect(error.message.endsWith(` [item ${String(itemIndex)}]`)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it("what leaves by its plan is whole text and passes the service's own schemas", async () => {
		await fc.assert(
			fc.asyncProperty(parameters, anyInput, async (given, input) => {
				const result = prepare(operation, given, input);
				fc.pre(!(result instanceof ParameterError));
				fc.pre(!('checksOnly' in result && result.checksOnly));
				expect(result.settings.timeoutMs).toBeGreaterThan(0);
				for (const call of await callsOf(result)) {
					expect(call.path).toMatch(/^\/v1\/(message|contact)(\/(?!\.\.?(\/|$))[^/?#]+)*$/);
					// As JSON writes half a character.
					expect(JSON.stringify([call.query, call.body])).not.toMatch(/\\ud[89a-f]/i);
					requireTaken(call);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
