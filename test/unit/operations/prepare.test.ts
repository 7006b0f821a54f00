import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ChannelCall } from '../../../nodes/ChannelMessaging/api/call';
import { createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameterError';
import { operations } from '../../../nodes/ChannelMessaging/operations';
import type { PreparedItem } from '../../../nodes/ChannelMessaging/operations/operation';
import { answeringService } from '../api/answeringService';
import { apiResponse } from '../api/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { anyInput, anyParameters } from './anyParameters';
import { performPrepared } from './performPrepared';
import { shownParameters } from './shownParameters';

/** A plan or a `ParameterError`; whatever else reading throws makes the test fail. */
function prepare(
	operation: (typeof operations)[number],
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
async function callsOf(plan: PreparedItem): Promise<readonly ChannelCall[]> {
	const { place, calls } = answeringService(apiResponse({ data: {} }));
	// Not every operation can read this answer, but what went out is all that counts here.
	await performPrepared(plan, createChannel(place, 'viber')).catch(() => undefined);
	if (calls.length === 0) throw new Error('The plan made no call');
	return calls;
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

/** How long the lists are that a body holds. */
function lengthsIn(value: unknown): number[] {
	if (typeof value !== 'object' || value === null) return [];
	const inside = Object.values(value).flatMap(lengthsIn);
	return Array.isArray(value) ? [value.length, ...inside] : inside;
}

const labels = operations
	.flatMap(({ properties }) => shownParameters(properties))
	.map(({ property }) => `'${property.displayName}'`);

describe.each(operations)('whatever $resource: $value is given', (operation) => {
	it('it makes a plan or says which parameter is wrong and what to do', () => {
		fc.assert(
			fc.property(anyParameters, anyInput, (given, input) => {
				const result = prepare(operation, given, input);
				if (!(result instanceof ParameterError)) return;
				const { message, advice } = result;
				expect(labels.filter((label) => message.includes(label))).not.toEqual([]);
				expect(message).toMatch(/^'/);
				expect(message).not.toMatch(/\b(error|problem|fail|mistake|invalid)/i);
				expect(advice).toMatch(/^[A-Z]\w+ .+\.$/);
			}),
			{ numRuns: 300 },
		);
	});

	it('what leaves by its plan is whole text and within the caps', async () => {
		await fc.assert(
			fc.asyncProperty(anyParameters, anyInput, async (given, input) => {
				const result = prepare(operation, given, input);
				fc.pre(!(result instanceof ParameterError));
				expect(result.settings.timeout).toBeGreaterThan(0);
				for (const { path, query, body } of await callsOf(result)) {
					expect(path).toMatch(/^\/v1\/(message|contact)(\/(?!\.\.?(\/|$))[^/?#]+)*$/);
					for (const sent of textsIn([query, body])) expect(sent).not.toMatch(/\p{Surrogate}/u);
					const cap = body !== undefined && 'custom_fields' in body ? 30 : 10;
					for (const length of lengthsIn(body)) {
						expect(length).toBeGreaterThan(0);
						expect(length).toBeLessThanOrEqual(cap);
					}
				}
			}),
			{ numRuns: 100 },
		);
	});
});
