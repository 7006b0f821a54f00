import {
	readMaxResults,
	readReturnsAll,
	returnAllFields,
} from '../../../nodes/ChannelMessaging/parameters/returnAllAndLimit';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

it('readReturnsAll rejects text', () => {
	const parameters = itemParameters({ returnAll: 'true' });
	expect(parameterErrorOf(() => readReturnsAll(parameters)).message).toBe(
		"'Return All' is 'true', neither true nor false",
	);
});

it('readMaxResults accepts a number as text', () => {
	expect(readMaxResults(itemParameters({ limit: ' 1 ' }))).toBe(1);
});

it.each([
	['zero', 0, "'0'"],
	['a fraction', 1.5, "'1.5'"],
	['Infinity', Infinity, "'Infinity'"],
	['empty text', '', 'empty'],
	['a word', 'many', "'many'"],
	['null', null, 'empty'],
	['a list', [5], 'a list'],
])('readMaxResults rejects %s', (_title, limit, shown) => {
	expect(parameterErrorOf(() => readMaxResults(itemParameters({ limit })))).toMatchObject({
		message: `'Limit' is ${shown}, which is not a positive whole number`,
		advice: "Enter how many contacts to return at most, or turn on 'Return All'.",
	});
});

it('Limit is hidden if Return All is on', () => {
	const limit = returnAllFields.find(({ name }) => name === 'limit');
	expect(limit?.displayOptions).toEqual({ show: { returnAll: [false] } });
});
