import { readFieldValue } from '../../../../nodes/ChannelMessaging/parameters/options/phoneNumbers';
import { givenParameters } from '../givenParameters';
import { parameterErrorOf } from '../parameterErrorOf';

const written = '+34 600-000-001';
const read = (options: object, name = 'phone', value = written) =>
	readFieldValue(givenParameters({ options }), name, { value, subject: "'Match Value'" });

describe('Clean Phone Numbers', () => {
	it('is off, and numbers go out as they are, also what is none', () => {
		expect(read({})).toBe(written);
		expect(read({ cleanPhoneNumbers: false, defaultCountryCode: '34' }, 'phone', 'me')).toBe('me');
	});

	it('cleans the custom field phone, and no other', () => {
		const options = { cleanPhoneNumbers: true };
		expect(read(options)).toBe('+34600000001');
		expect(read(options, 'birthday', '1990-01-02')).toBe('1990-01-02');
	});

	it('lets an empty value clear the field', () => {
		expect(read({ cleanPhoneNumbers: true }, 'phone', '')).toBe('');
	});

	it.each(['34', 34, '+34'])('gives a number without a country code that of %j', (code) => {
		const options = { cleanPhoneNumbers: true, defaultCountryCode: code };
		expect(read(options, 'phone', '600 000 001')).toBe('+34600000001');
	});

	it.each([
		['Spain', "'Default Country Code' is not a country code"],
		[null, "'Default Country Code' is empty"],
	])('refuses the country code %j', (defaultCountryCode, message) => {
		const fault = parameterErrorOf(() => read({ cleanPhoneNumbers: true, defaultCountryCode }));
		expect(fault.message).toBe(message);
	});

	it('rejects a value that is not a phone number', () => {
		const fault = parameterErrorOf(() => read({ cleanPhoneNumbers: true }, 'phone', 'call me'));
		expect(fault.message).toBe("'Match Value' is not a phone number: 'call me'");
		expect(fault.advice).toBe(
			"Enter one complete number, such as +34 600 000 001, or turn off 'Clean Phone Numbers'.",
		);
	});
});
