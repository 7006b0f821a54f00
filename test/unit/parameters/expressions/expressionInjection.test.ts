import fc from 'fast-check';

import {
	assertJsonStructure,
	assertListStructure,
} from '../../../../nodes/ChannelMessaging/parameters/expressions/expressionInjection';
import { readTextList } from '../../../../nodes/ChannelMessaging/parameters/readTextList';
import { parameterErrorOf } from '../parameterErrorOf';

/** Returns a parameter with the expression `{{ x }}`, which returns a result. */
function parameterWith(template: string, result: unknown) {
	return {
		label: "'List'",
		raw: `=${template}`,
		value: template.replaceAll('{{ x }}', () => [result].join('')),
		evaluate: () => result,
	};
}

it.each([
	['vip, {{ x }}', 'a', ['vip', 'a']],
	['vip, {{ x }}', undefined, ['vip']],
	['["vip", "{{ x }}"]', 'a, b', ['vip', 'a, b']],
	['["vip", {{ x }}]', '"a"', ['vip', 'a']],
	['{{ x }}', 'a, b', ['a', 'b']],
	[' {{ x }} ', '["a, b"]', ['a, b']],
])(
	'readTextList accepts the list %s if the expression in it returns %j',
	(template, result, entries) => {
		expect(readTextList(parameterWith(template, result))).toEqual(entries);
	},
);

it.each([
	['vip, {{ x }}', 'a, b'],
	['{{ x }}, vip', ['a', 'b']],
	['{{ x }} vip', 'a,'],
	['["vip", "{{ x }}"]', 'a", "b'],
	['["vip", {{ x }}]', '"a", "b"'],
])('readTextList rejects the list %s if the expression in it returns %j', (template, result) => {
	const { message, advice } = parameterErrorOf(() => readTextList(parameterWith(template, result)));
	expect(message).toMatch(/^'List': '\{\{ x \}\}' returned '.*', (whose comma|which) would/);
	expect(advice).toContain('row');
});

it('A text with several expressions is never read as a JSON list', () => {
	const list = { ...parameterWith('{{ x }}, {{ y }}', ''), value: '["a, b"]' };
	expect(() => readTextList(list)).not.toThrow();
	expect(readTextList(list)).toEqual(['["a', 'b"]']);
});

it('a trigger, which cannot evaluate expressions, rejects lists with more commas than expected', () => {
	const list = { ...parameterWith('vip, {{ x }}', 'a, b'), evaluate: undefined };
	expect(
		parameterErrorOf(() => {
			assertListStructure(list);
		}).message,
	).toContain('would add an entry');
	const single = { ...parameterWith('{{ x }}', 'a, b'), evaluate: undefined };
	expect(() => {
		assertListStructure(single);
	}).not.toThrow();
});

it.each([
	['{ "{{ x }}": "a" }', 'city'],
	['{ "city": "{{ x }}" }', "Santiago, 'old' town"],
	['{ "city": {{ x }} }', '"Santiago"'],
	['{ "age": {{ x }} }', 4],
	['{ "a\\"b": "{{ x }}" }', 'Lugo'],
	['{{ x }}', '{ "city": "Lugo", "vip": "yes" }'],
])('the JSON %s is accepted if its expression returns %j', (template, result) => {
	expect(() => {
		assertJsonStructure(parameterWith(template, result));
	}).not.toThrow();
});

it.each([
	['{ "city": "{{ x }}" }', 'Lugo", "vip": "yes'],
	['{ "city": "{{ x }}", "a": "b" }', 'Lugo\\'],
	['{ "{{ x }}": "a" }', 'city": "b", "vip'],
	['{ "age": {{ x }} }', '4, "vip": "yes"'],
	['{ "age": {{ x }} }', 'four'],
	['{ "city": "Lugo" {{ x }} }', ', "vip": "yes"'],
	['[{ "name": "{{ x }}" }]', 'a"}, {"name": "b'],
	['{ "a": "{{ x }}" }', 'two\nlines'],
])('the JSON %s is rejected if its expression returns %j', (template, result) => {
	const { message, advice } = parameterErrorOf(() => {
		assertJsonStructure(parameterWith(template, result));
	});
	expect(message).toContain('which would change the structure of the JSON');
	expect(advice).toContain('one expression return the whole value');
});

it('No text inside JSON adds a key, a value, or a level', () => {
	const text = fc.oneof(
		fc.string(),
		fc.stringMatching(/^[",:{}[\]\\a1 ]{1,12}$/),
		fc.constantFrom('"', '\\', '", "b": "', '\\", "b": 1, "c": "'),
	);
	const templates = fc.constantFrom(
		'{"a":"{{ x }}"}',
		'{"{{ x }}":"a"}',
		'{"a":{{ x }}}',
		'["{{ x }}"]',
	);
	fc.assert(
		fc.property(templates, text, (template, result) => {
			const json = parameterWith(template, result);
			try {
				assertJsonStructure(json);
			} catch {
				return;
			}
			if (result === '') return;
			const entries = Object.entries(JSON.parse(json.value) as object);
			expect(entries).toHaveLength(1);
			if (!template.startsWith('{"{{'))
				expect(entries[0]?.[0]).toBe(template.startsWith('[') ? '0' : 'a');
		}),
		{ numRuns: 2_000 },
	);
});
