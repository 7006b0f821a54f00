import * as fc from 'fast-check';

import {
	type EntryPlan,
	type FieldPlan,
	fieldTypes,
	type FormPlan,
	type LinkRequestPlan,
	type QuestionEvent,
	type QuestionHistory,
	type QuestionPlan,
} from './questionHistory';

const integer = (min: number, max: number) => fc.integer({ min, max });

/** Texts that programs often change, misinterpret, or reject in any field. */
const strangeTexts = [
	'',
	' ',
	' Ana ',
	'\t',
	'Ana\nSouto',
	'Ana\r\nSouto',
	'\nAna',
	'<b>Ana</b> & "Co"',
	"'; DROP TABLE--",
	'${7*7} {{ $json.x }}',
	'null',
	'true',
	'[]',
	'A\u0301na',
	'عربي',
	'👩‍👩‍👧',
	'\ud83d',
	'\u0000',
	'\u2028',
	'__proto__',
	'Fish',
	'fish',
];

const jsonValues = [
	'null',
	'7',
	'12345678901234567890',
	'true',
	'{}',
	'[]',
	'[[]]',
	'[null]',
	'{"length":1}',
	'{"0":"Fish","length":1}',
	'{"toString":"Fish"}',
	'{"__proto__":{"trim":1}}',
	'["Fish",{"a":1}]',
];

const lengths = fc.constantFrom(999, 1_000, 1_001, 9_999, 10_000, 10_001, 20_001, 2_000_000);

const strangeEntry: fc.Arbitrary<EntryPlan> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({ kind: fc.constant('unusual'), variant: fc.nat(30) }),
	},
	{
		weight: 4,
		arbitrary: fc.record({ kind: fc.constant('text'), text: fc.constantFrom(...strangeTexts) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('text'), text: fc.string() }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('long'),
			text: fc.constantFrom('&', 'a', '中', '\u0000', '\r\n', '👩'),
			times: lengths,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('several'),
			texts: fc.array(fc.constantFrom(...strangeTexts), { maxLength: 4 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('repeatedOption'),
			times: fc.constantFrom(2, 2, 3, 1_000, 100_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('json'), json: fc.constantFrom(...jsonValues) }),
	},
);

const usualEntry: fc.Arbitrary<EntryPlan> = fc.record({
	kind: fc.constant('usual'),
	variant: fc.nat(3),
});

/** Often all entries are usual, because a single invalid entry rejects the form. */
const entries = fc.oneof(
	{ weight: 3, arbitrary: fc.array(usualEntry, { minLength: 1, maxLength: 3 }) },
	{ weight: 3, arbitrary: fc.array(strangeEntry, { minLength: 1, maxLength: 1 }) },
	{
		weight: 2,
		arbitrary: fc.array(fc.oneof(usualEntry, usualEntry, strangeEntry), {
			minLength: 1,
			maxLength: 6,
		}),
	},
);

const request: fc.Arbitrary<LinkRequestPlan> = fc.record({
	question: fc.nat(2),
	link: fc.nat(1),
	isPreviousRound: fc.constantFrom(false, false, false, true),
	tampering: fc.oneof(
		{ weight: 5, arbitrary: fc.constant('none') },
		{
			weight: 2,
			arbitrary: fc.constantFrom(
				'addedParameter',
				'changedChoice',
				'changedQuestion',
				'emptySignature',
				'noSignature',
				'otherSignature',
				'wrongSignature',
			),
		},
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

const event: fc.Arbitrary<QuestionEvent> = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record({ kind: fc.constant('request'), afterMs, request }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('twoRequests'),
			afterMs,
			request,
			intervalMs: integer(0, 300),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), afterMs }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('stop'), afterMs, question: fc.nat(2) }) },
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
	fc.record({
		kind: fc.constant('approval'),
		answers: fc.constantFrom(1, 2),
		singleLink: fc.constantFrom(true, false, undefined),
	}),
	fc.record({ kind: fc.constant('freeText') }),
	fc.record({
		kind: fc.constant('customForm'),
		isJson: fc.boolean(),
		fields: fc.array(field, { minLength: 1, maxLength: 5 }),
	}),
	// The page of some of these forms is as large as possible.
	fc.record({
		kind: fc.constant('customForm'),
		isJson: fc.boolean(),
		fields: fc
			.tuple(field, fc.oneof(integer(10, 20), integer(1, 100)))
			.map(([repeated, count]) => Array.from({ length: count }, () => repeated)),
	}),
);

/** Properties that older versions may not have stored, or stored in another form. */
const damages = [
	[],
	[],
	['texts'],
	['texts', 'rejectedLength'],
	['texts', 'alreadyAnsweredMessage'],
	['texts', 'completionTitle'],
	['texts', 'language'],
	['texts', 'pageTitle'],
	['texts', 'rejectedForm'],
	['message'],
	['output'],
	['form'],
	['form', 'kind'],
	['form', 'fields'],
	['form', 'choices'],
	['form', 'fields', '0', 'type'],
	['form', 'fields', '0', 'options'],
	['form', 'fields', '0', 'defaultValues'],
	['form', 'choices', '0', 'label'],
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
	source: fc.oneof(
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('asked'),
				form,
				rounds: fc.constantFrom(1, 1, 2),
				language: fc.constantFrom('en', 'ar', 'es_ES', 'en-a'),
				textLength: fc.constantFrom(0, 0, 0, 1_000),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('stored'),
				fixture: fc.nat(10),
				damage: fc.constantFrom(...damages),
			}),
		},
	),
});

export const questionHistories: fc.Arbitrary<QuestionHistory> = fc.record({
	seed: integer(1, 1_000_000),
	validatesAll: fc.boolean(),
	questions: fc.array(question, { minLength: 1, maxLength: 3 }),
	events: fc.array(event, { minLength: 1, maxLength: 12 }),
});
