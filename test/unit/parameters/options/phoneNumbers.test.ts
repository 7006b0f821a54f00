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

	it('refuses a number that may have the country code already, instead of giving it a second one', () => {
		const options = { cleanPhoneNumbers: true, defaultCountryCode: '+34' };
		const fault = parameterErrorOf(() => read(options, 'phone', '34 600 000 001'));
		expect(fault.message).toBe(
			"'Match Value' may have the country code 34 already: '34 600 000 001'",
		);
		expect(fault.advice).toBe(
			'Write it with + and its country code in front, so that it can be no other number.',
		);
	});

	it.each([
		['Spain', "'Default Country Code' is not a country code"],
		[null, "'Default Country Code' is empty"],
	])('refuses the country code %j', (defaultCountryCode, message) => {
		const fault = parameterErrorOf(() => read({ cleanPhoneNumbers: true, defaultCountryCode }));
		expect(fault.message).toBe(message);
	});

	it('refuses what is no phone number, and repeats what was written, if it is long only in part', () => {
		const refuse = (value: string) =>
			parameterErrorOf(() => read({ cleanPhoneNumbers: true }, 'phone', value));
		expect(refuse('call me').message).toBe("'Match Value' is not a phone number: 'call me'");
		expect(refuse('call me').advice).toBe(
			"Write it in 7 to 15 digits, such as +34 600 000 001, or turn off 'Clean Phone Numbers'.",
		);
		expect(refuse('🙂'.repeat(61)).message).toMatch(/: '(🙂){60}…'$/u);
	});
});
