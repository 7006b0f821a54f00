import type { PhoneNumberSettings } from '../../../nodes/ChannelMessaging/parameters/phoneNumber';
import {
	phoneNumberFields,
	phoneNumberOptions,
	phoneNumberSettingsOf,
	readFieldValue,
} from '../../../nodes/ChannelMessaging/parameters/phoneNumberOptions';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const ofSpain: PhoneNumberSettings = { format: 'e164', defaultCountryCode: '34' };

function read(
	value: string,
	{ options = {}, name = 'phone', settings = ofSpain } = {} as {
		options?: object;
		name?: string;
		settings?: PhoneNumberSettings;
	},
) {
	const given = { value, label: "'Match Value'" };
	return readFieldValue(givenParameters({ options }), settings, name, given);
}

describe('phoneNumberSettingsOf', () => {
	it.each([
		[{}, { format: 'e164', defaultCountryCode: undefined }],
		[
			{ phoneNumberFormat: 'digits', defaultCountry: 'ES' },
			{ format: 'digits', defaultCountryCode: '34' },
		],
		[
			{ phoneNumberFormat: 'asWritten', defaultCountry: '' },
			{ format: 'asWritten', defaultCountryCode: undefined },
		],
	])('reads the credential %j', (credential, settings) => {
		expect(phoneNumberSettingsOf(credential)).toEqual(settings);
	});
});

describe('readFieldValue', () => {
	it('normalizes the custom field phone, and no other', () => {
		expect(read('0600 000-123').value).toBe('+34600000123');
		expect(read('0600 000-123', { name: 'customerid' })).toEqual({ value: '0600 000-123' });
	});

	it.each(['', ' '])('returns the empty value %j unchanged', (value) => {
		expect(read(value)).toEqual({ value });
	});

	it.each([
		['ES', '+34600000123'],
		['es', '+34600000123'],
		['FR', '+33600000123'],
	])("prefers the option 'Default Country', such as %s", (defaultCountry, value) => {
		const settings = { format: 'e164', defaultCountryCode: '44' } as const;
		expect(read('600 000 123', { options: { defaultCountry }, settings }).value).toBe(value);
	});

	it("uses no country if the option 'Default Country' is None", () => {
		expect(read('600 000 123', { options: { defaultCountry: '' } }).value).toBe('600 000 123');
	});

	it("rejects a value of the option 'Default Country' that isn't a country", () => {
		const fault = parameterErrorOf(() => read('1', { options: { defaultCountry: 'Spain' } }));
		expect(fault.message).toBe("'Default Country' is 'Spain', which is not a country");
		expect(fault.advice).toBe(
			'Choose a country from the list, or have the expression return its two letters, such as ES.',
		);
	});
});

describe('Default Country', () => {
	it.each([
		['credential', phoneNumberFields],
		['options', phoneNumberOptions],
	])('lists the countries by name in the %s', (_, fields) => {
		const field = fields.find(({ name }) => name === 'defaultCountry');
		const options = field?.options ?? [];
		expect(options).toHaveLength(246);
		expect(options[0]).toEqual({ name: 'None', value: '' });
		expect(options).toContainEqual({ name: 'Spain (+34)', value: 'ES' });
		expect(options).toContainEqual({ name: 'Canada (+1)', value: 'CA' });
		const names = options.slice(1).map(({ name }) => name);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	});
});
