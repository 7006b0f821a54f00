import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/ChannelMessaging/operations/operationFields';
import { shownParameters } from './shownParameters';

const all = shownParameters(operationFields);
const smallWords = 'a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with';
const titleCase = new RegExp(`^[A-Z][A-Za-z]*( (${smallWords}|[A-Z][A-Za-z]*))*$`);

interface Choice {
	name: string;
	value?: unknown;
	description?: string;
}

const choicesOf = (property: INodeProperties): Choice[] =>
	property.type === 'options' ? (property.options ?? []) : [];

/** What a person reads about a parameter, besides its name. */
const textsOf = (property: INodeProperties): string[] =>
	[
		property.description,
		property.hint,
		property.placeholder,
		...choicesOf(property).map(({ description }) => description),
		...(property.modes ?? []).flatMap(({ placeholder, hint }) => [placeholder, hint]),
	].filter((text) => text !== undefined);

const named = (wanted: (property: INodeProperties) => boolean) =>
	all.filter(({ property }) => wanted(property));

describe("the parameters' words", () => {
	it.each(all)('$path has a label in Title Case', ({ property }) => {
		expect(property.displayName).toMatch(titleCase);
	});

	it.each(named((property) => property.type === 'options'))(
		'$path lists choices in Title Case and in alphabetical order',
		({ property }) => {
			const names = choicesOf(property).map(({ name }) => name);
			for (const name of names) expect(name).toMatch(titleCase);
			expect(names).toEqual([...names].sort());
			expect(names.length).toBeGreaterThan(0);
		},
	);

	it.each(named((property) => property.type === 'collection'))(
		'$path offers its options in alphabetical order of their labels',
		({ property }) => {
			const labels = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect(labels).toEqual([...labels].sort());
			expect(property.placeholder).toMatch(/^Add /);
		},
	);

	it.each(named((property) => property.type === 'boolean'))(
		'$path, a switch, is described from "Whether" on',
		({ property }) => {
			expect(property.description).toMatch(/^Whether /);
		},
	);

	it.each(named((property) => property.type === 'string'))(
		'$path, a text, gives an example',
		({ property }) => {
			expect(property.placeholder).toMatch(/^e\.g\. ./);
		},
	);

	it.each(named((property) => property.modes !== undefined))(
		'$path gives an example in each of its modes where one types',
		({ property }) => {
			const typed = (property.modes ?? []).filter(({ type }) => type === 'string');
			expect(typed.length).toBeGreaterThan(0);
			for (const mode of typed) expect(mode.placeholder).toMatch(/^e\.g\. ./);
		},
	);

	it.each(all)('$path has hints of at most 120 characters', ({ property }) => {
		const hints = [property.hint, ...(property.modes ?? []).map(({ hint }) => hint)];
		for (const hint of hints) expect((hint ?? '').length).toBeLessThanOrEqual(120);
	});

	it.each(named(({ name }) => name !== 'resource' && name !== 'operation'))(
		'$path is described by sentences, a single one without a full stop',
		({ property }) => {
			const description = property.description ?? (property.options ? 'Options' : '');
			expect(description).toMatch(/^[A-Z]/);
			const isSeveral = /[.!?] [A-Z]/.test(description);
			expect(description.endsWith('.')).toBe(isSeveral);
		},
	);

	it.each(all)('$path needs no emoji and no word that frightens', ({ property }) => {
		for (const text of textsOf(property)) {
			expect(text).not.toMatch(/\p{Extended_Pictographic}/u);
			expect(text).not.toMatch(/\b(error|problem|failure|mistake)/i);
		}
	});
});
