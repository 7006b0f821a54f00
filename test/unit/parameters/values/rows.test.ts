import { readRows } from '../../../../nodes/ChannelMessaging/parameters/values/rows';
import { parameterErrorOf } from '../parameterErrorOf';

const read = (value: unknown) => readRows(value, { label: 'Cities', key: 'city', row: 'city' });

describe('the rows of a list', () => {
	it('are what n8n keeps under their key', () => {
		const city = [{ name: 'Lugo' }, { name: 'Vigo' }];
		expect(read({ city, other: 1 })).toEqual(city);
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['an empty object', {}],
		['no rows', { city: [] }],
		['rows under another key', { town: [{ name: 'Lugo' }] }],
		['text', 'Lugo'],
		['a bare list', [{ name: 'Lugo' }]],
	])('are missed in %s', (_, value) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe("'Cities' is empty");
		expect(fault.advice).toBe('Add at least one city.');
	});

	it.each([
		['text', { city: 'Lugo' }],
		['null', { city: null }],
		['one row that is not in a list', { city: { name: 'Lugo' } }],
		['a list of text', { city: ['Lugo'] }],
		['a list of lists', { city: [[]] }],
		['a list with a gap', { city: [{ name: 'Lugo' }, null] }],
	])('cannot be %s', (_, value) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe("'Cities' does not hold a list of city rows");
		expect(fault.advice).toBe('Add each city as a row of its own.');
	});
});
