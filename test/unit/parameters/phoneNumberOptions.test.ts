import type { PhoneNumberSettings } from '../../../nodes/ChannelMessaging/phoneNumbers/phoneNumberSettings';
import {
	phoneNumberFields,
	phoneNumberOptions,
	readCustomField,
} from '../../../nodes/ChannelMessaging/parameters/phoneNumberOptions';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const spain: PhoneNumberSettings = { format: 'e164', defaultCountryCode: '34' };

function read(
	value: string,
	{ options = {}, settings = spain } = {} as { options?: object; settings?: PhoneNumberSettings },
) {
	const parameters = itemParameters({ options }, {}, 'other', settings);
	return readCustomField(parameters, 'phone', { value, label: "'Match Value'" });
}

it("readCustomField converts phone numbers with the credential's settings", () => {
	expect(read('600 000-123').value).toBe('+34600000123');
});

it.each([
	['ES', '+34600000123'],
	['es', '+34600000123'],
	['FR', '+33600000123'],
])(
	'readCustomField prefers the option Default Country to the credential: %s',
	(defaultCountry, value) => {
		const settings = { format: 'e164', defaultCountryCode: '44' } as const;
		expect(read('600 000 123', { options: { defaultCountry }, settings }).value).toBe(value);
	},
);

it('readCustomField uses no default country if the option is None', () => {
	expect(read('600 000 123', { options: { defaultCountry: '' } }).value).toBe('600 000 123');
});

it('readCustomField rejects an unknown default country', () => {
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
