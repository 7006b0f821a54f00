import * as fc from 'fast-check';

import { integer, kindOf, type Value, weighted, weightedValue } from './arbitraries';

/**
 * Lists of replies, with their meanings. If a reply contains a digit, the replies' numbers aren't
 * answers.
 */
export const quickReplies = {
	words: [
		{ text: 'Yes, please', meaning: 'approve' },
		{ text: 'No', meaning: 'decline' },
		{ text: 'Später', meaning: 'none' },
	],
	amounts: [
		{ text: '2 people', meaning: 'approve' },
		{ text: '4', meaning: 'none' },
		{ text: 'More', meaning: 'decline' },
	],
} as const;

/**
 * Texts that contacts write, and the index of the reply in each list that a person would read as
 * the answer.
 */
export const writtenReplies: ReadonlyArray<{ text: string; words?: number; amounts?: number }> = [
	{ text: 'Yes, please', words: 0 },
	{ text: '  YES,\u00a0please ', words: 0 },
	{ text: 'no', words: 1 },
	{ text: '1', words: 0 },
	{ text: '2', words: 1 },
	{ text: '3', words: 2 },
	{ text: 'Spa\u0308ter', words: 2 },
	{ text: '2 PEOPLE', amounts: 0 },
	{ text: '4', amounts: 1 },
	{ text: ' more\n', amounts: 2 },
	{ text: 'Who is this?' },
	{ text: 'STOP' },
	{ text: '<b>{{ $json.x }}</b>\r\n"' },
	{ text: ' \n' },
];

/** A custom field of a contact in a channel. Most events concern the same one. */
const place = {
	contact: weightedValue([4, 0], [1, 1]),
	channel: weightedValue([9, 0], [1, 1]),
	field: weightedValue([9, 'n8nQuestion'], [1, 'secondQuestion']),
};

/** A node that asks a contact in the chat, and its item. */
const question = fc.record({
	...place,
	/** The number of the process. */
	process: weightedValue([2, 0], [1, 1]),
	/** How the item identifies the contact. `prefixed` is the ID of a response to *Create*. */
	identifiedBy: fc.constantFrom('id', 'prefixed', 'phone'),
	answerWith: weightedValue([3, 'anyText'], [2, 'words'], [2, 'amounts']),
	replacesOpenQuestion: fc.boolean(),
	/** After this time, the workflow continues without an answer. `undefined`: never. */
	limitSeconds: fc.constantFrom(undefined, undefined, 60, 90, 600),
	/** The time until n8n records that the execution waits. */
	recordMs: fc.constantFrom(0, 5, 200, 3_000),
	/** How often the node asks, because it is in a loop. */
	rounds: fc.constantFrom(1, 2),
});

export type ChatQuestionPlan = Value<typeof question>;

/** A message of a contact, which the provider delivers to the workflow with *Pass On Reply*. */
const message = fc.record({
	...place,
	identifiedBy: fc.constantFrom('id', 'prefixed', 'phone'),
	written: fc.nat(writtenReplies.length - 1),
	/** Whether the provider's webhook contains the message's ID. */
	hasId: fc.boolean(),
	/** The processes that receive the message, because providers repeat deliveries. */
	deliveries: fc.array(
		fc.record({ process: fc.nat(1), afterMs: fc.constantFrom(0, 3, 400, 20_000) }),
		{
			minLength: 1,
			maxLength: 3,
		},
	),
	/** The time until n8n records that the workflow resumed. */
	recordMs: fc.constantFrom(0, 5, 200, 3_000),
	/**
	 * The result of resuming the workflow. If it fails late, n8n has already written the body of the
	 * response.
	 */
	resumption: weightedValue([6, 'succeeds'], [1, 'fails'], [1, 'failsLate']),
	/** The time until the contact writes the message again if the resumption fails. */
	repeatMs: fc.constantFrom(1_000, 15_000, 40_000),
	/** The time until a response of n8n arrives. The workflow can ask its next question before. */
	responseMs: weightedValue([2, 4], [1, 400], [1, 3_000]),
});

export type ChatMessagePlan = Value<typeof message>;

/** A change to the question's field by someone who may edit contacts. */
const edit = fc.record({
	...place,
	change: weightedValue(
		...([
			[1, 'cleared'],
			[1, 'cut'],
			[1, 'otherText'],
			[1, 'changedByte'],
		] as const),
		/** An earlier value of the same field. */
		[3, 'earlier'],
		/** The value of the other contact, of the other channel, or of the other field. */
		...([
			[1, 'ofOtherContact'],
			[1, 'ofOtherChannel'],
			[1, 'ofOtherField'],
		] as const),
	),
});

export type FieldEdit = Value<typeof edit>;

/** A question without a limit expires after this time, in milliseconds. */
export const unlimitedMs = 30 * 86_400_000;

const afterMs = fc.oneof(
	fc.constant(0),
	integer(1, 50),
	integer(50, 500),
	integer(500, 5_000),
	integer(5_000, 59_000),
	integer(59_500, 91_000),
	integer(91_000, 700_000),
	integer(unlimitedMs - 3_600_000, unlimitedMs + 7_200_000),
);

const event = weighted(
	[5, kindOf('ask', { afterMs, question })],
	/** Two processes ask the same contact. */
	[1, kindOf('askTwice', { afterMs, question, intervalMs: fc.constantFrom(0, 5, 300, 2_000) })],
	[8, kindOf('message', { afterMs, message })],
	[2, kindOf('edit', { afterMs, edit })],
	/** A process of n8n ends, and a new one starts. */
	[1, kindOf('restart', { afterMs, process: fc.nat(1) })],
	/** The user stops an execution. */
	[1, kindOf('stop', { afterMs, question: fc.nat(3) })],
	/** A server in front of n8n redirects all requests to links to another server. */
	[1, kindOf('redirect', { afterMs, forMs: fc.constantFrom(1, 5_000, 60_000) })],
	/** The channel gets another token, which the credential contains from now on. */
	[1, kindOf('rotate', { afterMs, channel: weightedValue([5, 0], [1, 1]) })],
	/** Requests to the service fail. */
	[
		1,
		kindOf('faults', {
			afterMs,
			path: fc.constantFrom('contact', 'contact', 'message'),
			nth: integer(1, 4),
			fault: fc.constantFrom('lost', 'rejected'),
		}),
	],
);

export type ChatEvent = Value<typeof event>;

/** Generates histories of questions in the chat, and of the messages of their contacts. */
export const chatHistories = fc.record({
	seed: integer(1, 1_000_000),
	/** Searches can lag and omit custom fields. */
	search: fc.record({
		lagMs: fc.constantFrom(0, 0, 5_000),
		omitsFields: fc.boolean(),
	}),
	/** Whether requests to the channels overtake each other. */
	hasSlowNetwork: fc.boolean(),
	/** How the channels handle long values of custom fields. */
	saving: weightedValue([12, 'keeps'], [1, 'ignores'], [1, 'cuts']),
	first: question,
	events: fc.array(event, { minLength: 1, maxLength: 14, size: 'max' }),
});

export type ChatHistory = Value<typeof chatHistories>;
