import {
	contactSearchFields,
	readContactSearch,
} from '../../../../nodes/ChannelMessaging/parameters/contact/contactSearch';
import { givenParameters } from '../givenParameters';
import { parameterErrorOf } from '../parameterErrorOf';

const valid = { fieldName: 'phone', fieldValue: '+34600000001', returnAll: false, limit: 50 };
const read = (values: Record<string, unknown>) =>
	readContactSearch(givenParameters({ ...valid, ...values }));

describe('a contact search', () => {
	it('looks for the value of a field, up to the limit', () => {
		const search = { fieldName: 'phone', fieldValue: '+34600000001', limit: 1 };
		expect(read({ limit: ' 1 ' })).toEqual(search);
	});

	it('has no limit when all contacts are wanted, whatever the limit says', () => {
		expect(read({ returnAll: true, limit: 'nonsense' }).limit).toBe(Infinity);
	});

	it.each([
		[{ fieldName: undefined }, "'Field Name' is empty"],
		[{ fieldValue: ' ' }, "'Field Value' is empty"],
		[{ returnAll: 'true' }, "'Return All' is neither true nor false"],
	])('refuses %j', (values, message) => {
		expect(parameterErrorOf(() => read(values)).message).toBe(message);
	});

	const neverNumbers = ['', 'many', null, true, [5], { valueOf: 1, toString: 1 }];
	it.each([0, 1.5, Infinity, ...neverNumbers])('refuses %j for a limit', (limit) => {
		const fault = parameterErrorOf(() => read({ limit }));
		expect(fault.message).toBe("'Limit' is not a whole number of 1 or more");
		expect(fault.advice).toBe(
			"Enter how many contacts to return at most, or turn on 'Return All'.",
		);
	});

	it('shows the limit only where not all contacts are wanted', () => {
		const limit = contactSearchFields.find(({ name }) => name === 'limit');
		expect(limit?.displayOptions).toEqual({ show: { returnAll: [false] } });
	});
});
