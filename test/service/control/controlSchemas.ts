import type { FaultMatch, FaultRule } from '../faults/fault';

/** A rule as JSON can carry it: the path as an expression's source, null for times without end. */
export interface FaultRuleBody extends Omit<FaultRule, 'match' | 'times'> {
	match?: Omit<FaultMatch, 'path'> & { path?: string };
	times?: number | null;
}

const text = { type: 'string' };
const status = { type: 'integer', minimum: 200, maximum: 599 };
const headers = { type: 'object', additionalProperties: text };
const milliseconds = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 1 };

const fault = (
	kind: string,
	required: Record<string, object> = {},
	optional: Record<string, object> = {},
): object => ({
	type: 'object',
	properties: { kind: { const: kind }, ...required, ...optional },
	required: ['kind', ...Object.keys(required)],
	additionalProperties: false,
});

export const faultRuleSchema = {
	type: 'object',
	properties: {
		match: {
			type: 'object',
			properties: { method: text, path: text, contactId: text, nth: count },
			additionalProperties: false,
		},
		probability: { type: 'number', minimum: 0, maximum: 1 },
		times: { type: ['integer', 'null'], minimum: 1 },
		fault: {
			type: 'object',
			discriminator: { propertyName: 'kind' },
			required: ['kind'],
			oneOf: [
				fault('status', { status }, { message: text, headers }),
				fault('statusAfterEffect', { status }, { message: text, headers }),
				fault('slow', { milliseconds }),
				fault('connectionLost', { when: { enum: ['beforeEffect', 'afterEffect'] } }),
				fault('answer', { status, contentType: text, body: text }, { headers }),
				fault('never'),
				fault('repeatPages'),
				fault('redirect', { location: text, status }),
			],
		},
	},
	required: ['fault'],
	additionalProperties: false,
};

const limit = { type: ['integer', 'null'], minimum: 1 };

export const configurationSchema = {
	type: 'object',
	properties: {
		channelType: { enum: ['other', 'viber'] },
		limits: {
			type: 'object',
			properties: {
				semantics: { enum: ['fixedWindow', 'slidingWindow', 'tokenBucket'] },
				retryAfter: { enum: ['seconds', 'date', 'none'] },
				messagesPerSecond: limit,
				contactCallsPerMinute: limit,
			},
			additionalProperties: false,
		},
		answers: {
			type: 'object',
			properties: { minimumMilliseconds: milliseconds, maximumMilliseconds: milliseconds },
			required: ['minimumMilliseconds', 'maximumMilliseconds'],
			additionalProperties: false,
		},
		arrivalJitterMilliseconds: milliseconds,
		acceptUnknownContacts: { type: 'boolean' },
	},
	additionalProperties: false,
};
