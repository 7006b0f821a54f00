import { operations } from '../../../nodes/ChannelMessaging/operations';
import { operationNamed } from './operationNamed';
import { shownParameters } from './shownParameters';

const titleCase = /^[A-Z][a-z]*( (or|[A-Z][a-z]*))*$/;

describe('the table of operations', () => {
	it('has an operation for every endpoint of the document', () => {
		const known = operations.map(({ resource, value }) => `${resource}: ${value}`);
		expect(known).toEqual(
			expect.arrayContaining([
				'contact: addTags',
				'contact: create',
				'contact: get',
				'contact: getAll',
				'contact: removeTags',
				'contact: update',
				'contact: upsert',
				'message: send',
			]),
		);
	});

	it('has no operation twice, neither by value nor by name or action', () => {
		for (const key of ['value', 'name'] as const) {
			const all = operations.map((operation) => `${operation.resource}: ${operation[key]}`);
			expect(new Set(all).size).toBe(all.length);
		}
		expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
	});

	it.each(['contact', 'message'])('lists the operations of a %s by their names', (resource) => {
		const names = operations
			.filter((operation) => operation.resource === resource)
			.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
	});

	it.each([
		['contact', 'addTags', 'Add Tags', 'Add tags to contact'],
		['contact', 'create', 'Create', 'Create contact'],
		['contact', 'upsert', 'Create or Update', 'Create or update contact'],
		['contact', 'get', 'Get', 'Get contact'],
		['contact', 'getAll', 'Get Many', 'Get many contacts'],
		['contact', 'removeTags', 'Remove Tags', 'Remove tags from contact'],
		['contact', 'update', 'Update', 'Update contact'],
		['message', 'send', 'Send', 'Send message'],
	])('calls %s: %s "%s", and in full "%s"', (resource, value, name, action) => {
		expect(operationNamed(resource, value)).toMatchObject({ name, action });
	});
});

describe.each(operations)('$resource: $value', (operation) => {
	const { resource, value, name, action, description, wording } = operation;
	const shown = shownParameters(operation.properties);

	it('has a name in Title Case that leaves the resource out', () => {
		expect(name).toMatch(titleCase);
		expect(name.toLowerCase()).not.toContain(resource);
	});

	it('has an action that begins with its verb, has no article and names the resource', () => {
		const [verb = ''] = name.split(' ');
		expect(action).toMatch(new RegExp(`^${verb} [a-z ]+$`));
		expect(action).not.toMatch(/\b(an?|the)\b/i);
		expect(action).toMatch(new RegExp(`\\b${resource}s?\\b`));
	});

	it('is described in a sentence without a full stop', () => {
		expect(description).toMatch(/^[A-Z].*[^.]$/);
		expect(description).not.toBe(action);
	});

	it('can say how far a stopped run came', () => {
		expect(`${wording.things} ${wording.participle}`).toMatch(/^[a-z ]+s [a-z]+$/);
	});

	it('shows its parameters for itself only', () => {
		for (const { displayOptions } of operation.properties) {
			expect(displayOptions?.show).toMatchObject({ resource: [resource], operation: [value] });
		}
	});

	it('asks for what it needs before it offers options', () => {
		const [last, ...others] = [...operation.properties].reverse();
		expect(last).toMatchObject({ name: 'options', type: 'collection', default: {} });
		expect(others.some((property) => property.type === 'collection')).toBe(false);
	});

	it('names no parameter twice', () => {
		const names = operation.properties.map((property) => property.name);
		expect(new Set(names).size).toBe(names.length);
	});

	it('offers a timeout', () => {
		expect(shown.map(({ path }) => path)).toContain('options.timeout');
	});
});
