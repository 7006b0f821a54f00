import {
	parseContactPickerText,
	type TextSearch,
} from '../../../nodes/ChannelMessaging/methods/parseContactPickerText';
import { valuesOf } from '../../../nodes/ChannelMessaging/customFieldValues/customFieldReference';

/** Returns the groups of searches, each as text. */
const searchesFor = (text: string, defaultCountryCode?: string) =>
	parseContactPickerText(text, { format: 'e164', defaultCountryCode }).map((group) =>
		group.map(format).join(', '),
	);

function format({ contact, firstName }: TextSearch): string {
	if (contact.kind === 'id') return `ID ${contact.contactId}`;
	const values = valuesOf(contact).join(' | ');
	return `${contact.name} ${values}${firstName === undefined ? '' : ` of ${firstName}`}`;
}

it.each([
	['a phone number', '+44 20-7946-0001', ['phone +442079460001 | 442079460001 | +44 20-7946-0001']],
	[
		'a phone number as a custom field',
		'phone=+44 20 7946 0001',
		['phone +442079460001 | 442079460001 | +44 20 7946 0001'],
	],
	[
		'a phone number without a plus sign',
		'15550100006',
		['phone 15550100006 | +15550100006', 'customerid 15550100006, ID 15550100006'],
	],
	['a national phone number', '020 7946 0001', ['phone 020 7946 0001']],
	[
		'a number without spaces',
		'(600)000.001',
		['phone (600)000.001', 'customerid (600)000.001, ID (600)000.001'],
	],
	['digits', '300123456', ['phone 300123456 | +300123456', 'customerid 300123456, ID 300123456']],
	['an email address', 'ana@example.com', ['email ana@example.com']],
	['a custom field', 'city = A Coruña', ['city A Coruña']],
	['a custom field with an email address', 'city=a@b=c', ['city a@b=c']],
	[
		'an ID',
		'cus_1000457',
		['customerid cus_1000457, ID cus_1000457', 'firstName cus_1000457, lastName cus_1000457'],
	],
	[
		'a lowercase name',
		'amara',
		[
			'firstName amara, lastName amara',
			'firstName Amara, lastName Amara',
			'customerid amara, ID amara',
		],
	],
	['a name', 'Amara', ['firstName Amara, lastName Amara', 'customerid Amara, ID Amara']],
	['text that starts with =', '=a', ['firstName =a, lastName =a', 'customerid =a, ID =a']],
	[
		'a full name',
		'Ana  Souto Vega',
		['firstName Ana  Souto Vega, lastName Ana  Souto Vega, lastName Souto Vega of Ana'],
	],
	[
		'a lowercase full name',
		'ana éluard',
		[
			'firstName ana éluard, lastName ana éluard, lastName éluard of ana',
			'firstName Ana Éluard, lastName Ana Éluard, lastName Éluard of Ana',
		],
	],
	['a name with a digit', 'Test 1', ['firstName Test 1, lastName Test 1, lastName 1 of Test']],
	['an empty text', '', []],
	['spaces', '  ', []],
	['a custom field without a value', 'city=', []],
	['a custom field with a blank value', 'city = ', []],
])("parseContactPickerText returns the searches for %s: '%s'", (_title, text, searches) => {
	expect(searchesFor(text)).toEqual(searches);
});

it('parseContactPickerText completes a national phone number with the default country code', () => {
	expect(searchesFor('020 7946 0001', '44')).toEqual([
		'phone +442079460001 | 442079460001 | 020 7946 0001',
	]);
});
