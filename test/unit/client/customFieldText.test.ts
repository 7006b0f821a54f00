import { fieldText, hasFieldText } from '../../../nodes/ChannelMessaging/client/customFieldText';

describe('fieldText', () => {
	it.each([
		['Lugo', 'Lugo'],
		[7, '7'],
		[null, ''],
		[['a'], '["a"]'],
		[undefined, ''],
	])('returns %j as text', (value, text) => {
		expect(fieldText({ custom_fields: { city: value } }, 'city')).toBe(text);
	});

	it('returns undefined for a number that may have been rounded', () => {
		// JSON.parse reads 9007199254740993 as this number.
		const custom_fields = { customerid: 2 ** 53 };
		expect(fieldText({ custom_fields }, 'customerid')).toBeUndefined();
	});

	it('returns undefined for a contact without the field', () => {
		for (const contact of [{}, { custom_fields: {} }, { custom_fields: null }]) {
			expect(fieldText(contact, 'constructor')).toBeUndefined();
		}
	});
});

describe('hasFieldText', () => {
	// JSON.parse reads 9007199254740993 as this number.
	const rounded = { custom_fields: { customerid: 2 ** 53 } };

	it.each([
		['a number that may have been rounded from the text', rounded, '9007199254740993', undefined],
		['a rounded number that the text never becomes', rounded, '123', false],
		['a number', { custom_fields: { customerid: 123 } }, '123', true],
		['no field', { custom_fields: {} }, '123', undefined],
	])('compares %s', (_value, contact, text, expected) => {
		expect(hasFieldText(contact, 'customerid', text)).toBe(expected);
	});
});
