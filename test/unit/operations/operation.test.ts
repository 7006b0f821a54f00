import fc from 'fast-check';
import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { toNodeError } from '../../../nodes/ChannelMessaging/execution/nodeError';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import {
	type DeliverableItem,
	prepareItem,
} from '../../../nodes/ChannelMessaging/execution/readItems';
import { passOnReply } from '../../../nodes/ChannelMessaging/operations/message/passOnReply';
import type { Operation } from '../../../nodes/ChannelMessaging/operations/operation';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameterError';
import {
	customFieldsBody,
	searchQuery,
	sendBody,
	tagsBody,
} from '../../support/service/api/schemas';
import { shownParameters } from '../../support/shownParameters';
import { apiResponse } from '../client/apiResponse';
import { testChannel } from '../client/testChannel';
import { testNode } from '../execution/testNode';
import { itemParameters } from '../parameters/itemParameters';
import { anyInput, anyParameters } from './anyParameters';
import { performPrepared } from './performPrepared';

/** Returns a prepared item or the `ParameterError`. Rethrows other errors. */
function prepare(
	operation: Operation,
	values: Record<string, unknown>,
	input: Record<string, unknown>,
): DeliverableItem | ParameterError {
	const item = prepareItem(operation, itemParameters(values, input as IDataObject));
	if (item.kind !== 'failed' && item.kind !== 'skipped') return item;
	if (item.error instanceof ParameterError) return item.error;
	throw item.error;
}

/** Returns the requests of a prepared item. */
async function requestsOf(item: DeliverableItem): Promise<readonly ChannelRequest[]> {
	const { channel, requests } = testChannel('viber', apiResponse({ data: [] }));
	// Some operations reject this response, which doesn't affect their requests.
	await performPrepared(item, channel).catch(() => undefined);
	if (requests.length === 0) throw new Error('The operation sent no request');
	return requests;
}

/** Throws if a request doesn't match the schema of its endpoint. */
function assertValid({ bucket, body, query }: ChannelRequest): void {
	if (query !== undefined) searchQuery.parse(query);
	if (body === undefined) return;
	const schema = bucket === 'message' ? sendBody : 'tags' in body ? tagsBody : customFieldsBody;
	schema.parse(JSON.parse(JSON.stringify(body)));
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

const labels = operations
	.flatMap(({ properties }) => shownParameters(properties))
	.map(({ property }) => `'${property.displayName}'`);

describe.each(operations)('$resource: $value', (operation) => {
	const parameters = anyParameters(operation.properties, { typicalWeight: 6 });
	const mostlyValid = anyParameters(operation.properties, { typicalWeight: 100 });

	it('An invalid parameter value is rejected with a message and advice', () => {
		fc.assert(
			fc.property(parameters, anyInput, fc.nat(), (values, input, itemIndex) => {
				const result = prepare(operation, values, input);
				if (!(result instanceof ParameterError)) return;
				const { message, advice } = result;
				expect(labels.filter((label) => message.includes(label))).not.toEqual([]);
				expect(message).toMatch(/^'/);
				expect(message).not.toMatch(/\b(error|problem|fail|mistake|invalid)/i);
				expect(advice).toMatch(/^[A-Z]\w+ .+\.$/);
				const error = toNodeError(result, { node: testNode(), itemIndex });
				expect(error).toBeInstanceOf(NodeOperationError);
				expect(error.context.itemIndex).toBe(itemIndex);
				expect(error.message.endsWith(` [item ${String(itemIndex)}]`)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it('Requests with any valid parameters match the schemas of the service', async () => {
		await fc.assert(
			fc.asyncProperty(mostlyValid, anyInput, async (values, input) => {
				const result = prepare(operation, values, input);
				fc.pre(!(result instanceof ParameterError));
				fc.pre(!('checksOnly' in result && result.checksOnly));
				// A message without text answers no question, so it needs no request.
				fc.pre(operation !== passOnReply || !/^\s*$/.test(textOf(values['replyText'])));
				expect(result.settings.timeoutMs).toBeGreaterThan(0);
				for (const request of await requestsOf(result)) {
					expect(request.path).toMatch(/^\/v1\/(message|contact)(\/(?!\.\.?(\/|$))[^/?#]+)*$/);
					// An unpaired surrogate in JSON.
					expect(JSON.stringify([request.query, request.body])).not.toMatch(/\\ud[89a-f]/i);
					assertValid(request);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
