import * as fc from 'fast-check';

import { integer, kindOf, type Value, weighted } from './arbitraries';

/** Texts that programs often change, misinterpret, or reject in any field. */
const strangeTexts = [
	...['', ' ', ' Ana ', '\t', 'Ana\nSouto', 'Ana\r\nSouto', '\nAna', 'Fish', 'fish'],
	...['<b>Ana</b> & "Co"', "'; DROP TABLE--", '${7*7} {{ $json.x }}', '__proto__'],
	...['null', 'true', '[]', 'A\u0301na', 'عربي', '👩‍👩‍👧', '\ud83d', '\u0000', '\u2028'],
];

const jsonValues = [
	...['null', '7', '12345678901234567890', 'true', '{}', '[]', '[[]]', '[null]'],
	...['{"length":1}', '{"0":"Fish","length":1}', '{"toString":"Fish"}'],
	...['{"__proto__":{"trim":1}}', '["Fish",{"a":1}]'],
];

const strangeEntry = weighted(
	/** A value that the type of the field doesn't allow, or allows only just. */
	[5, kindOf('unusual', { variant: fc.nat(30) })],
	[4, kindOf('text', { text: fc.constantFrom(...strangeTexts) })],
	[1, kindOf('text', { text: fc.string() })],
	[
		6,
		kindOf('long', {
			text: fc.constantFrom('&', 'a', '中', '\u0000', '\r\n', '\r\n', '\r\n', '👩'),
			times: weighted(
				[2, fc.constantFrom(999, 1_000, 1_001, 9_999, 10_000, 10_001, 20_001)],
				[3, fc.constantFrom(90_000, 180_000, 180_000, 2_000_000)],
			),
		}),
	],
	/** Several values with the same name. */
	[1, kindOf('several', { texts: fc.array(fc.constantFrom(...strangeTexts), { maxLength: 4 }) })],
	/** Repeats an option of the field, if it has options. */
	[2, kindOf('repeatedOption', { times: fc.constantFrom(2, 2, 3, 1_000, 100_000) })],
	/** JSON values, which only clients other than browsers submit. */
	[1, kindOf('json', { json: fc.constantFrom(...jsonValues) })],
);

/** A value that a person would enter. */
const usualEntry = kindOf('usual', { variant: fc.nat(3) });

/** A value that a client submits for a field of a form. */
export type EntryPlan = Value<typeof strangeEntry | typeof usualEntry>;

/** Often all entries are usual, because a single invalid entry rejects the form. */
const entries = weighted(
	[3, fc.array(usualEntry, { minLength: 1, maxLength: 3 })],
	[3, fc.array(strangeEntry, { minLength: 1, maxLength: 1 })],
	[2, fc.array(fc.oneof(usualEntry, usualEntry, strangeEntry), { minLength: 1, maxLength: 6 })],
);

/** How a client changes the link in the message. */
const tampering = weighted(
	[5, fc.constant('none')],
	[
		2,
		fc.constantFrom(
			...(['addedParameter', 'changedChoice', 'changedQuestion', 'emptySignature'] as const),
			...(['noSignature', 'otherSignature', 'wrongSignature'] as const),
		),
	],
);

export type Tampering = Value<typeof tampering>;

const request = fc.record({
	/** The number of the execution, and of the link in its message. */
	question: fc.nat(2),
	link: fc.nat(1),
	/** Whether the link is from the previous round of a loop. */
	isPreviousRound: fc.constantFrom(false, false, false, true),
	tampering,
	method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'GET', 'HEAD', 'PUT'),
	encoding: fc.constantFrom('multipart', 'multipart', 'form', 'json', 'none', 'text'),
	/** The values of the fields, in turn. */
	entries,
	/** The number of values with other names. */
	otherValues: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2_000),
	/** The time until n8n records that the workflow resumed. */
	recordMs: fc.constantFrom(0, 5, 200, 3_000),
	/** Events that affect the connection or n8n while n8n resumes the workflow. */
	resumption: fc.constantFrom('succeeds', 'succeeds', 'fails', 'clientLeaves'),
});

export type LinkRequestPlan = Value<typeof request>;

/** The pause ahead of an event. Many events are close together, and some follow a time limit. */
const afterMs = fc.oneof(
	fc.constant(0),
	integer(1, 500),
	integer(500, 59_000),
	integer(59_500, 61_000),
	integer(61_000, 200_000),
);

const event = weighted(
	[10, kindOf('request', { afterMs, request })],
	/** The same request twice. */
	[3, kindOf('twoRequests', { afterMs, request, intervalMs: integer(0, 300) })],
	/** n8n's process ends, and a new one starts. */
	[1, kindOf('restart', { afterMs })],
	/** The user stops an execution. */
	[1, kindOf('stop', { afterMs, question: fc.nat(2) })],
);

export type QuestionEvent = Value<typeof event>;

const options: fc.Arbitrary<readonly string[]> = fc.oneof(
	fc.constant(['Fish', 'Vegan']),
	fc.constant(['<b>', '&#60;b>', '"', "'"]),
	fc.constant(['a,b', 'a', 'b']),
	fc.constant(['true', 'null', '0', '__proto__']),
	integer(1, 300).map((count) => Array.from({ length: count }, (_, index) => String(index))),
);

const field = fc.record({
	type: fc.constantFrom(
		...(['checkbox', 'date', 'dropdown', 'email', 'number', 'radio'] as const),
		...(['text', 'textarea'] as const),
	),
	isRequired: fc.boolean(),
	/** The key of the answer, unless another field has the same key. */
	key: fc.constantFrom<string[]>('name', 'a b', '__proto__', 'constructor', 'length', 'data', '0'),
	options,
});

export type FieldPlan = Value<typeof field>;

const form = fc.oneof(
	kindOf('approval', {
		answers: fc.constantFrom(1, 2),
		singleLink: fc.constantFrom(true, false, undefined),
	}),
	kindOf('freeText'),
	kindOf('customForm', {
		isJson: fc.boolean(),
		fields: fc.array(field, { minLength: 1, maxLength: 5 }),
	}),
	// The page of some of these forms is as large as possible.
	kindOf('customForm', {
		isJson: fc.boolean(),
		fields: fc
			.tuple(field, fc.oneof(integer(10, 20), integer(1, 100)), fc.boolean())
			.map(([repeated, count, isText]) => {
				const one = isText ? { ...repeated, type: 'textarea' as const } : repeated;
				return Array.from({ length: count }, () => one);
			}),
	}),
);

/** Paths of properties that older versions may not have stored, or stored in another form. */
const damages = [
	...['', '', 'message', 'output', 'form', 'form.kind', 'form.fields', 'form.choices'],
	...['form.fields.0.type', 'form.fields.0.options', 'form.fields.0.defaultValues'],
	...['form.choices.0.label', 'texts', 'texts.language', 'texts.pageTitle', 'texts.rejectedForm'],
	...['texts.rejectedLength', 'texts.alreadyAnsweredMessage', 'texts.completionTitle'],
];

/** An execution that waits for an answer. */
const question = fc.record({
	nodeName: fc.constantFrom(
		...['Channel Messaging', `"Ask" {{ 'x' }} \\ $json`, '}}', 'line\u2028separator'],
		...['constructor', 'prototype', 'binding'],
	),
	/** After this time, the workflow continues without an answer. `undefined`: never. */
	limitSeconds: fc.constantFrom(undefined, undefined, 60, 90, 600),
	source: weighted(
		[
			3,
			/** The node asks the question. A loop asks several times. */
			kindOf('asked', {
				form,
				rounds: fc.constantFrom(1, 1, 2),
				language: fc.constantFrom('en', 'ar', 'es_ES', 'en-a'),
				textLength: fc.constantFrom(0, 0, 0, 1_000),
			}),
		],
		/** A released version of the node stored the question. A property is removed. */
		[1, kindOf('stored', { fixture: fc.nat(10), damage: fc.constantFrom(...damages) })],
	),
});

export type QuestionPlan = Value<typeof question>;

/** Generates histories of questions, and of the links in their messages. */
export const questionHistories = fc.record({
	seed: integer(1, 1_000_000),
	/** Whether n8n validates all signatures of links, as n8n 2.41 does. */
	validatesAll: fc.boolean(),
	questions: fc.array(question, { minLength: 1, maxLength: 3 }),
	events: fc.array(event, { minLength: 1, maxLength: 12 }),
});

export type QuestionHistory = Value<typeof questionHistories>;
