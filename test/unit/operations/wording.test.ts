import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties } from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { operationFields, operations } from '../../../nodes/ChannelMessaging/operations';
import { operationNamed } from './operationNamed';
import { shownParameters } from './shownParameters';

const all = shownParameters(operationFields);
const ofCredential = shownParameters(new ChannelMessagingApi().properties);
const helped = [...all, ...ofCredential];
const smallWords = 'a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with';
const titleCase = new RegExp(`^[A-Z][A-Za-z]*( (${smallWords}|[A-Z][A-Za-z]*))*( \\(Seconds\\))?$`);
const sorted = (names: readonly string[]) => [...names].sort();

const labelOf = (option: { name: string; displayName?: string }) =>
	option.displayName ?? option.name;

/** The descriptions of a parameter and its choices. */
const tooltipsOf = ({ description, type, options = [] }: INodeProperties) =>
	[
		description,
		...(type === 'options' ? options : []).map(
			(option) => 'description' in option && option.description,
		),
	].filter((text) => typeof text === 'string');

const wordsIn = (text: string) => text.split(/\s+/).length;

/** What a person reads about a parameter, besides its name. */
const textsOf = ({ description, hint, placeholder, type, options, modes = [] }: INodeProperties) =>
	[
		description,
		hint,
		placeholder,
		...(type === 'options' ? (options ?? []) : []).map((option) =>
			'description' in option ? option.description : undefined,
		),
		...modes.flatMap((mode) => [mode.placeholder, mode.hint]),
	].filter((text) => text !== undefined);

// The linter holds to n8n's rules what is written out where it is used; here is what it can't see.
describe.each(operations)('$resource: $value', (operation) => {
	const { resource, value, name, action, description, wording, properties } = operation;

	it('has an action that begins with its verb, has no article and names the resource', () => {
		const [verb = ''] = name.split(' ');
		expect(name).toMatch(titleCase);
		expect(name.toLowerCase()).not.toContain(resource);
		expect(action).toMatch(new RegExp(`^${verb} [a-z ]*\\b${resource}s?\\b`));
		expect(action).not.toMatch(/\b(an?|the)\b/i);
	});

	it('is described in a sentence without a full stop, which says more than its action', () => {
		expect(description).toMatch(/^[A-Z].*[^.]$/);
		expect(description).not.toBe(action);
	});

	it('can say how far a stopped run came, in words of its own', () => {
		expect(`${wording.noun} ${wording.pastParticiple}`).toMatch(/^[a-z ]+s [a-z]+$/);
		expect(operations.filter((other) => isDeepStrictEqual(other.wording, wording))).toHaveLength(1);
	});

	it('shows its parameters for itself only, each once, and its options last', () => {
		for (const { displayOptions } of properties) {
			expect(displayOptions?.show).toMatchObject({ resource: [resource], operation: [value] });
		}
		const names = properties.map((property) => property.name);
		expect(new Set(names).size).toBe(names.length);
		expect(properties.findIndex(({ type }) => type === 'collection')).toBe(names.length - 1);
	});
});

it.each(['contact', 'message'])(
	'the operations of a %s are in the order of their names',
	(which) => {
		const field = operationFields.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(which),
		);
		const offered = operations.filter(({ resource }) => resource === which);
		const names = offered.map(({ name }) => name);
		expect(names).toEqual(sorted(names));
		expect(field?.options?.map(labelOf)).toEqual(names);
		expect(offered.map(({ value }) => value)).toContain(field?.default);
	},
);

describe.each(all)('the parameter $path', ({ property }) => {
	const { type, name, displayName, options = [], modes = [], placeholder } = property;
	// The names of countries contain accents and apostrophes.
	const words = name === 'defaultCountry' ? [] : options;

	it('and its choices have labels in Title Case', () => {
		const choices = type === 'options' ? words.map(labelOf) : [];
		// A notice has nothing but its label, which is a sentence.
		const labels = type === 'notice' ? choices : [displayName, ...choices];
		for (const label of labels) expect(label).toMatch(titleCase);
	});

	it('lists what it offers in alphabetical order', () => {
		const labels = words.map(labelOf);
		expect(labels).toEqual(sorted(labels));
	});

	it('gives an example wherever one types', () => {
		const typed = modes.filter((mode) => mode.type === 'string');
		const examples = type === 'string' ? [placeholder] : typed.map((mode) => mode.placeholder);
		for (const example of examples) expect(example).toMatch(/^e\.g\. ./);
	});

	it('has no emoji and no word that frightens', () => {
		for (const text of textsOf(property)) {
			expect(text).not.toMatch(/\p{Extended_Pictographic}/u);
			expect(text).not.toMatch(/\b(error|problem|failure|mistake)/i);
		}
	});
});

describe.each(helped)('the help of $path', ({ property }) => {
	const { hint, modes = [] } = property;

	it('has hints of at most 120 characters and tooltips of at most 25 words', () => {
		for (const text of [hint, ...modes.map((mode) => mode.hint)]) {
			expect((text ?? '').length).toBeLessThanOrEqual(120);
		}
		for (const text of tooltipsOf(property)) expect(wordsIn(text)).toBeLessThanOrEqual(25);
	});
});

describe('saved workflows', () => {
	// Names and values are held by test/n8n/upgrades; what has its default isn't saved.
	it.each([
		['message', 'send', 'messageType', 'text'],
		['message', 'send', 'options.forceCancelSurvey', false],
		['message', 'send', 'options.resendWhenUnsure', false],
		['message', 'send', 'specifyReplies', 'individually'],
		['contact', 'create', 'mappingMode', 'defineBelow'],
		['contact', 'update', 'options.ignoreEmptyValues', false],
		['contact', 'addTags', 'specifyTags', 'individually'],
		['contact', 'getAll', 'returnAll', false],
		['contact', 'getAll', 'limit', 50],
		['contact', 'get', 'options.timeout', 60],
	])('rely, in %s: %s, on the default of %s', (resource, operation, path, value) => {
		const shown = shownParameters(operationNamed(resource, operation).properties);
		expect(shown.find((known) => known.path === path)?.property.default).toBe(value);
	});

	/** A parameter without when it is shown and how many rows it must have. */
	const kept = (property: INodeProperties) => ({
		...property,
		displayOptions: 0,
		...(property.type === 'fixedCollection' ? { default: 0, required: 0 } : {}),
		typeOptions: { ...property.typeOptions, minRequiredFields: 0 },
	});

	it('keep a value when another operation is chosen that has the parameter too', () => {
		const properties = new Map<string, INodeProperties>();
		for (const { path, property } of operations.flatMap((one) => shownParameters(one.properties))) {
			// What Options holds differs from operation to operation.
			if (path === 'options') continue;
			const known = properties.get(path);
			if (known === undefined) properties.set(path, property);
			else expect(kept(property)).toEqual(kept(known));
		}
	});
});
