import { modulesImported, namesUsed } from './namesUsed';

describe('the names that a source uses', () => {
	it.each([
		['a call', 'setTimeout(() => 1, 2);'],
		['a value', 'const later = setTimeout;'],
		['the object of a member', 'setTimeout.name;'],
		['the value of a member', 'const a = { b: setTimeout };'],
		['a member of the same name', 'const a = { setTimeout };'],
		['a computed member', 'const a = { [setTimeout]: 1 };'],
		['an argument inside of a template', '`${setTimeout(1)}`;'],
		['a type', 'let a: typeof setTimeout;'],
	])('include it as %s', (_, source) => {
		expect(namesUsed(source)).toContain('setTimeout');
	});

	it.each([
		['a comment', '/** setTimeout */ // setTimeout\nconst a = 1;'],
		['a text', "const a = 'setTimeout';"],
		['a template', 'const a = `setTimeout`;'],
		['a member of something', 'const a = clock.setTimeout;'],
		['the name of a member', 'const a = { setTimeout: 1, b() { return 2; } };'],
		['a method', 'class Clock { setTimeout() { return 1; } }'],
		['a part of a name', 'const setTimeoutLater = 1;'],
	])('leave it out as %s', (_, source) => {
		expect(namesUsed(source)).not.toContain('setTimeout');
	});
});

describe('the modules that a source imports', () => {
	it('are those of imports and of passed-on exports', () => {
		const source = [
			"import { a } from './a';",
			"import type { B } from '../b';",
			"import 'c';",
			"export { d } from 'd';",
			'export const e = 1;',
		].join('\n');
		expect(modulesImported(source)).toEqual(['./a', '../b', 'c', 'd']);
	});
});
