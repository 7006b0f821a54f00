import {
	contactSearchFields,
	readContactSearch,
} from '../../../../nodes/ChannelMessaging/parameters/contact/contactSearch';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const valid = { fieldName: 'phone', fieldValue: '+34600000001', returnAll: false, limit: 50 };
const read = (values: Record<string, unknown>) =>
	readContactSearch(givenParameters({ ...valid, ...values }));

describe('a contact search', () => {
	it('looks for the value of a field, up to the limit', () => {
		expect(read({})).toEqual({ fieldName: 'phone', fieldValue: '+34600000001', limit: 50 });
	});

	it('has no limit when all contacts are wanted, whatever the limit says', () => {
		expect(read({ returnAll: true, limit: 'nonsense' }).limit).toBe(Infinity);
	});

	it('takes numbers and booleans for the value', () => {
		expect(read({ fieldValue: 34 }).fieldValue).toBe('34');
		expect(read({ fieldValue: false }).fieldValue).toBe('false');
	});

	it.each([
		[{ fieldName: '' }, "'Field Name' is empty"],
		[{ fieldName: undefined }, "'Field Name' is empty"],
		[{ fieldName: ['phone'] }, "'Field Name' is a list, but must be text"],
		[{ fieldValue: ' ' }, "'Field Value' is empty"],
		[{ fieldValue: {} }, "'Field Value' is an object, but must be text"],
		[{ returnAll: 'true' }, "'Return All' is neither true nor false"],
	])('refuses %j', (values, message) => {
		expect(parameterErrorOf(() => read(values)).message).toBe(message);
	});

	it.each([
		[1, 1],
		[1_000, 1_000],
		['25', 25],
	])('takes %j for a limit', (value, limit) => {
		expect(read({ limit: value }).limit).toBe(limit);
	});

	it.each([
		['zero', 0],
		['less than zero', -1],
		['a fraction', 1.5],
		['no number', NaN],
		['words', 'many'],
		['empty text', ''],
		['nothing', undefined],
		['a list', [5]],
		['an object', {}],
		['an object that cannot become a number', { valueOf: 1, toString: 1 }],
		['endlessness', Infinity],
	])('refuses %s for a limit', (_, limit) => {
		const fault = parameterErrorOf(() => read({ limit }));
		expect(fault.message).toBe("'Limit' is not a whole number of 1 or more");
		expect(fault.advice).toBe(
			"Enter how many contacts to return at most, or turn on 'Return All'.",
		);
	});

	it('shows the limit only where not all contacts are wanted', () => {
		const limit = contactSearchFields.find(({ name }) => name === 'limit');
		expect(limit).toMatchObject({
			default: 50,
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
		});
	});
});
