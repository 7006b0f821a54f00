import {
	customFieldsField,
	readCustomFields,
} from '../../../../nodes/ChannelMessaging/fields/customFields';
import { faultOf } from './faultOf';
import { givenParameters } from './givenParameters';

const readRaw = (customFields: unknown) => readCustomFields(givenParameters({ customFields }));
const read = (...field: unknown[]) => readRaw({ field });
const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, value: 'x' }));

describe('custom fields', () => {
	it('are read in their order, with nothing but name and value', () => {
		const assignments = read(
			{ name: 'phone', value: '+34600000001', id: 'left over' },
			{ name: 'email', value: 'ana@example.com' },
		);
		expect(assignments).toEqual([
			{ name: 'phone', value: '+34600000001' },
			{ name: 'email', value: 'ana@example.com' },
		]);
	});

	it('keep an empty value, which clears the field', () => {
		expect(read({ name: 'phone', value: '' })).toEqual([{ name: 'phone', value: '' }]);
	});

	it.each([
		[7, '7'],
		[0, '0'],
		[true, 'true'],
		[false, 'false'],
	])('take %j for a value as text', (value, text) => {
		expect(read({ name: 'age', value })).toEqual([{ name: 'age', value: text }]);
	});

	it.each([
		['missing', { name: 'phone' }],
		['null', { name: 'phone', value: null }],
	])('refuse a value that is %s, for it may come from an expression that found none', (_, row) => {
		const fault = faultOf(() => read({ name: 'email', value: 'a' }, row));
		expect(fault.message).toBe("'Value' of custom field 2 in 'Custom Fields' has no value");
		expect(fault.advice).toMatch(/expression/);
	});

	it.each([
		[{ name: '', value: 'x' }, "'Name' of custom field 1 in 'Custom Fields' is empty"],
		[{ value: 'x' }, "'Name' of custom field 1 in 'Custom Fields' is empty"],
		[
			{ name: 'tags', value: ['a'] },
			"'Value' of custom field 1 in 'Custom Fields' is a list, but must be text",
		],
		[
			{ name: 'id', value: 2 ** 60 },
			"'Value' of custom field 1 in 'Custom Fields' is a number too large to be exact",
		],
	])('refuse %j', (row, message) => {
		expect(faultOf(() => read(row)).message).toBe(message);
	});

	it('are at most 30', () => {
		expect(read(...rows(30))).toHaveLength(30);
		const fault = faultOf(() => read(...rows(31)));
		expect(fault.message).toBe("'Custom Fields' has 31 rows, but the service takes at most 30");
		expect(fault.advice).toBe('Remove 1, or spread them over several items.');
	});

	it('are at least one', () => {
		const fault = faultOf(() => readRaw({}));
		expect(fault.message).toBe("'Custom Fields' is empty");
		expect(fault.advice).toBe('Add at least one custom field.');
	});

	it('have their limits in the editor too', () => {
		expect(customFieldsField.typeOptions).toMatchObject({
			multipleValues: true,
			minRequiredFields: 1,
			maxAllowedFields: 30,
		});
	});
});
