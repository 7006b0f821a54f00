import * as fc from 'fast-check';

import { integer, kindOf, weighted } from './arbitraries';
import {
	type EntryPlan,
	type FieldPlan,
	fieldTypes,
	type FormPlan,
	type LinkRequestPlan,
	type QuestionEvent,
	type QuestionHistory,
	type QuestionPlan,
	tamperings,
} from './questionHistory';

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

const strangeEntry = weighted<EntryPlan>(
	[5, kindOf('unusual', { variant: fc.nat(30) })],
	[4, kindOf('text', { text: fc.constantFrom(...strangeTexts) })],
	[1, kindOf('text', { text: fc.string() })],
	[
		2,
		kindOf('long', {
			text: fc.constantFrom('&', 'a', '中', '\u0000', '\r\n', '👩'),
			times: fc.constantFrom(999, 1_000, 1_001, 9_999, 10_000, 10_001, 20_001, 2_000_000),
		}),
	],
	[1, kindOf('several', { texts: fc.array(fc.constantFrom(...strangeTexts), { maxLength: 4 }) })],
	[2, kindOf('repeatedOption', { times: fc.constantFrom(2, 2, 3, 1_000, 100_000) })],
	[1, kindOf('json', { json: fc.constantFrom(...jsonValues) })],
);

const usualEntry = kindOf('usual', { variant: fc.nat(3) });

/** Often all entries are usual, because a single invalid entry rejects the form. */
const entries = weighted<EntryPlan[]>(
	[3, fc.array(usualEntry, { minLength: 1, maxLength: 3 })],
	[3, fc.array(strangeEntry, { minLength: 1, maxLength: 1 })],
	[2, fc.array(fc.oneof(usualEntry, usualEntry, strangeEntry), { minLength: 1, maxLength: 6 })],
);

const request: fc.Arbitrary<LinkRequestPlan> = fc.record({
	question: fc.nat(2),
	link: fc.nat(1),
	isPreviousRound: fc.constantFrom(false, false, false, true),
	tampering: weighted<LinkRequestPlan['tampering']>(
		[5, fc.constant('none')],
		[2, fc.constantFrom(...tamperings)],
	),
	method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'GET', 'HEAD', 'PUT'),
	encoding: fc.constantFrom('multipart', 'multipart', 'form', 'json', 'none', 'text'),
	entries,
	otherValues: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2_000),
	recordMs: fc.constantFrom(0, 5, 200, 3_000),
	resumption: fc.constantFrom('succeeds', 'succeeds', 'fails', 'clientLeaves'),
});

/** The pause ahead of an event. Many events are close together, and some follow a time limit. */
const afterMs = fc.oneof(
	fc.constant(0),
	integer(1, 500),
	integer(500, 59_000),
	integer(59_500, 61_000),
	integer(61_000, 200_000),
);

const event = weighted<QuestionEvent>(
	[10, kindOf('request', { afterMs, request })],
	[3, kindOf('twoRequests', { afterMs, request, intervalMs: integer(0, 300) })],
	[1, kindOf('restart', { afterMs })],
	[1, kindOf('stop', { afterMs, question: fc.nat(2) })],
);

const options = fc.oneof(
	fc.constant(['Fish', 'Vegan']),
	fc.constant(['<b>', '&#60;b>', '"', "'"]),
	fc.constant(['a,b', 'a', 'b']),
	fc.constant(['true', 'null', '0', '__proto__']),
	integer(1, 300).map((count) => Array.from({ length: count }, (_, index) => String(index))),
);

const field: fc.Arbitrary<FieldPlan> = fc.record({
	type: fc.constantFrom(...fieldTypes),
	isRequired: fc.boolean(),
	key: fc.constantFrom('name', 'a b', '__proto__', 'constructor', 'length', 'data', '0'),
	options,
});

const form: fc.Arbitrary<FormPlan> = fc.oneof(
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
			.tuple(field, fc.oneof(integer(10, 20), integer(1, 100)))
			.map(([repeated, count]) => Array.from({ length: count }, () => repeated)),
	}),
);

/** Paths of properties that older versions may not have stored, or stored in another form. */
const damages = [
	...['', '', 'message', 'output', 'form', 'form.kind', 'form.fields', 'form.choices'],
	...['form.fields.0.type', 'form.fields.0.options', 'form.fields.0.defaultValues'],
	...['form.choices.0.label', 'texts', 'texts.language', 'texts.pageTitle', 'texts.rejectedForm'],
	...['texts.rejectedLength', 'texts.alreadyAnsweredMessage', 'texts.completionTitle'],
];

const question: fc.Arbitrary<QuestionPlan> = fc.record({
	nodeName: fc.constantFrom(
		'Channel Messaging',
		`"Ask" {{ 'x' }} \\ $json`,
		'}}',
		'line\u2028separator',
		'constructor',
		'prototype',
		'binding',
	),
	limitSeconds: fc.constantFrom(undefined, undefined, 60, 90, 600),
	source: weighted<QuestionPlan['source']>(
		[
			3,
			kindOf('asked', {
				form,
				rounds: fc.constantFrom(1, 1, 2),
				language: fc.constantFrom('en', 'ar', 'es_ES', 'en-a'),
				textLength: fc.constantFrom(0, 0, 0, 1_000),
			}),
		],
		[1, kindOf('stored', { fixture: fc.nat(10), damage: fc.constantFrom(...damages) })],
	),
});

export const questionHistories: fc.Arbitrary<QuestionHistory> = fc.record({
	seed: integer(1, 1_000_000),
	validatesAll: fc.boolean(),
	questions: fc.array(question, { minLength: 1, maxLength: 3 }),
	events: fc.array(event, { minLength: 1, maxLength: 12 }),
});
