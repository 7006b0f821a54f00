import fc from 'fast-check';

/** What an expression may give: any JSON, and numbers and texts that JSON doesn't have. */
const anything = fc.oneof(
	fc.jsonValue(),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(undefined, NaN, Infinity, 2 ** 53, 'a\uD83D', '\uDE00', '.', '..', ''),
	// JSON that cannot even be turned into text or a number.
	fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: null, valueOf: null }]),
);

const orAnything = <Value>(usual: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: anything });

const text = orAnything(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 25 }));
const rows = (key: string, row: fc.Arbitrary<unknown>) =>
	orAnything(
		fc.array(orAnything(row), { minLength: 1, maxLength: 33 }).map((list) => ({ [key]: list })),
	);

/** Mostly what the editor gives, so that every depth of reading is reached, else anything. */
export const anyParameters = fc.record(
	{
		contactId: orAnything(
			fc.oneof(
				text,
				fc.record({
					mode: fc.constantFrom('list', 'id', 'phone', 'email', 'customField'),
					value: fc.oneof(
						text,
						fc.tuple(fc.string(), fc.string()).map((parts) => parts.join('=')),
					),
				}),
			),
		),
		messageType: orAnything(
			fc.constantFrom('audio', 'file', 'image', 'quickReply', 'text', 'video'),
		),
		text,
		url: orAnything(fc.webUrl({ withQueryParameters: true })),
		title: text,
		replies: rows('reply', fc.record({ text })),
		customFields: rows('field', fc.record({ name: text, value: text })),
		mappingMode: orAnything(fc.constantFrom('autoMapInputData', 'defineBelow', 'json')),
		customFieldsJson: orAnything(fc.dictionary(fc.string({ minLength: 1 }), text)),
		tags: rows('tag', fc.record({ name: text })),
		specifyTags: orAnything(fc.constantFrom('individually', 'list')),
		tagList: orAnything(fc.array(text, { minLength: 1, maxLength: 33 })),
		specifyReplies: orAnything(fc.constantFrom('individually', 'list')),
		replyList: orAnything(fc.array(text, { minLength: 1, maxLength: 11 })),
		fieldName: text,
		fieldValue: text,
		returnAll: orAnything(fc.boolean()),
		limit: orAnything(fc.integer({ min: 1, max: 100 })),
		options: orAnything(
			fc.record(
				{
					forceCancelSurvey: orAnything(fc.boolean()),
					resendWhenUnsure: orAnything(fc.boolean()),
					ignoreEmptyValues: orAnything(fc.boolean()),
					fieldsToExclude: orAnything(text),
					fieldsToInclude: orAnything(text),
					timeout: orAnything(fc.integer({ min: 1, max: 100 })),
				},
				{ requiredKeys: [] },
			),
		),
	},
	{ requiredKeys: [] },
);

/** What the input item may hold. */
export const anyInput = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue()), {
	maxKeys: 33,
});
