import {
	contactSearchFields,
	readContactSearch,
} from '../../../nodes/ChannelMessaging/parameters/contact';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const valid = { fieldName: 'phone', fieldValue: '+34600000001', returnAll: false, limit: 50 };
const read = (values: Record<string, unknown>) =>
	readContactSearch(givenParameters({ ...valid, ...values }));

describe('a contact search', () => {
	it('looks for the value of a field, up to the limit', () => {
		const search = { kind: 'customField', name: 'phone', value: '+34600000001' };
		expect(read({ limit: ' 1 ' })).toMatchObject({ ...search, limit: 1 });
	});

	it('takes the name from the list, typed, or as the text of older workflows', () => {
		for (const mode of ['list', 'name']) {
			expect(read({ fieldName: { __rl: true, mode, value: 'city' } }).name).toBe('city');
		}
	});

	it('normalizes the value of phone, and of no other field', () => {
		const fieldValue = '0034 600 000 001';
		expect(read({ fieldValue })).toMatchObject({
			value: '+34600000001',
			otherSpellings: ['34600000001', '0034 600 000 001'],
		});
		expect(read({ fieldValue, fieldName: 'city' })).toMatchObject({ value: fieldValue });
	});

	it('has no limit when all contacts are wanted, whatever the limit says', () => {
		expect(read({ returnAll: true, limit: 'nonsense' }).limit).toBe(Infinity);
	});

	it.each([
		[{ fieldName: undefined }, "'Match On' is empty"],
		[{ fieldName: { mode: 'list', value: '' } }, "'Match On' is empty"],
		[{ fieldValue: ' ' }, "'Match Value' is empty"],
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
