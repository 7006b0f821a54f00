import {
	contactSearchFields,
	readContactSearch,
} from '../../../nodes/ChannelMessaging/parameters/contactSearch';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

describe('readContactSearch', () => {
	const valid = { fieldName: 'phone', fieldValue: '+442079460001', returnAll: false, limit: 50 };
	const readSearch = (values: Record<string, unknown>) =>
		readContactSearch(itemParameters({ ...valid, ...values }));

	it.each([
		[{ limit: ' 1 ' }, { limit: 1, match: { value: '+442079460001' } }],
		[{ returnAll: true, limit: 'x' }, { limit: Infinity }],
		[{ fieldName: { mode: 'list', value: 'city' } }, { match: { name: 'city' } }],
		[{ fieldName: { mode: 'name', value: 'city' } }, { match: { name: 'city' } }],
		[
			{ fieldValue: '0044 2079460001' },
			{ match: { value: '+442079460001', otherValues: ['442079460001', '0044 2079460001'] } },
		],
		[{ fieldName: 'city', fieldValue: '0044 2079460001' }, { match: { value: '0044 2079460001' } }],
	])('readContactSearch reads %j as %j', (values, search) => {
		expect(readSearch(values)).toMatchObject(search);
	});

	it.each([
		[{ fieldName: undefined }, "'Match On' is empty"],
		[{ fieldName: { mode: 'list', value: '' } }, "'Match On' is empty"],
		[{ fieldValue: ' ' }, "'Match Value' is empty"],
		[{ returnAll: 'true' }, "'Return All' is 'true', neither true nor false"],
	])('readContactSearch rejects %j: %s', (values, message) => {
		expect(parameterErrorOf(() => readSearch(values)).message).toBe(message);
	});

	it.each([
		['zero', 0, "'0'"],
		['a fraction', 1.5, "'1.5'"],
		['Infinity', Infinity, "'Infinity'"],
		['empty text', '', 'empty'],
		['a word', 'many', "'many'"],
		['null', null, 'empty'],
		['a list', [5], 'a list'],
	])('readContactSearch rejects %s as the limit', (_title, limit, shown) => {
		expect(parameterErrorOf(() => readSearch({ limit }))).toMatchObject({
			message: `'Limit' is ${shown}, which is not a whole number of 1 or more`,
			advice: "Enter how many contacts to return at most, or turn on 'Return All'.",
		});
	});
});

it('Limit is hidden if Return All is on', () => {
	const limit = contactSearchFields.find(({ name }) => name === 'limit');
	expect(limit?.displayOptions).toEqual({ show: { returnAll: [false] } });
});
