import type { PhoneNumberSettings } from '../../../nodes/ChannelMessaging/phoneNumbers/phoneNumberSettings';
import { readCustomFieldValue } from '../../../nodes/ChannelMessaging/parameters/readCustomFieldValue';
import { phoneNumberOptions } from '../../../nodes/ChannelMessaging/parameters/defaultCountry';
import { phoneNumberFields } from '../../../nodes/ChannelMessaging/parameters/phoneNumberFormat';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const britain: PhoneNumberSettings = { format: 'e164', defaultCountryCode: '44' };

function read(
	value: string,
	{ options = {}, settings = britain } = {} as { options?: object; settings?: PhoneNumberSettings },
) {
	const parameters = itemParameters({ options }, {}, 'other', settings);
	return readCustomFieldValue(parameters, 'phone', { value, label: "'Match Value'" });
}

it("readCustomFieldValue converts phone numbers with the credential's settings", () => {
	expect(read('020 7946-0123').value).toBe('+442079460123');
});

it.each([
	['GB', '020 7946 0123', '+442079460123'],
	['gb', '020 7946 0123', '+442079460123'],
	['US', '202 555 0123', '+12025550123'],
])(
	'readCustomFieldValue prefers the option Default Country to the credential: %s',
	(defaultCountry, written, value) => {
		const settings = { format: 'e164', defaultCountryCode: '49' } as const;
		expect(read(written, { options: { defaultCountry }, settings }).value).toBe(value);
	},
);

it('readCustomFieldValue uses no default country if the option is None', () => {
	expect(read('020 7946 0123', { options: { defaultCountry: '' } }).value).toBe('020 7946 0123');
});

it('readCustomFieldValue rejects an unknown default country', () => {
	expect(parameterErrorOf(() => read('1', { options: { defaultCountry: 'Spain' } }))).toMatchObject(
		{
			message: "'Default Country' is 'Spain', which is not a country",
			advice:
				'Choose a country from the list, or have the expression return its two letters, such as ES.',
		},
	);
});

it.each([
	['credential', phoneNumberFields],
	['options', phoneNumberOptions],
])('Default Country sorts all countries by name in the %s', (_title, fields) => {
	const options = fields.find(({ name }) => name === 'defaultCountry')?.options ?? [];

	expect(options).toHaveLength(246);
	expect(options[0]).toEqual({ name: 'None', value: '' });
	expect(options).toContainEqual({ name: 'Spain (+34)', value: 'ES' });
	expect(options).toContainEqual({ name: 'Canada (+1)', value: 'CA' });
	const names = options.slice(1).map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
});
