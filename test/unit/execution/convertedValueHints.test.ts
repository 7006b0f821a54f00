import { convertedValueHints } from '../../../nodes/ChannelMessaging/execution/convertedValueHints';
import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';

/** Returns the hints for phone numbers. Text after an arrow is the value of the found contact. */
async function hintsFor(
	defaultCountryCode: string | undefined,
	...phones: string[]
): Promise<string[]> {
	const used = phones.map((phone) => {
		const [text = '', foundValue] = phone.split(' → ');
		const reference = convertByField('phone', text, { format: 'e164', defaultCountryCode });
		return { reference, foundValue };
	});
	return await convertedValueHints(used);
}

it('convertedValueHints returns no hints if all numbers were converted and found', async () => {
	expect(await hintsFor(undefined, '+44 20 7946 0001 → +442079460001', '+442079460002')).toEqual(
		[],
	);
});

it('convertedValueHints counts each distinct value once and shows the first one as an example', async () => {
	expect(
		await hintsFor(undefined, '020 7946 0001', '020 7946 0001', '020 7946 0002', '020 7946 0003'),
	).toEqual([
		"The phone number '020 7946 0001' (and 2 more) is not a complete international number, and was used as written. Check its digits, and enter it with '+' and the country code, or choose a 'Default Country' in the credential or the options.",
	]);
});

it.each([
	[
		'a number that was found with a plus sign, even if another item did not find it',
		['15550100006', '15550100006 → +15550100006'],
		"'15550100006' was found as '+15550100006': your numbers lack the '+'. Spreadsheets remove it unless the cells are text.",
	],
	[
		'an incomplete number that was found with a plus sign',
		['2018712957 → +2018712957'],
		"'2018712957' was found as '+2018712957': your numbers lack the '+'. Spreadsheets remove it unless the cells are text.",
	],
	[
		'a number without a plus sign that was not found',
		['15550100006'],
		"The phone number '15550100006' has no '+' and was used as written. Enter it with '+', or choose a 'Default Country' in the credential or the options.",
	],
	[
		'an ambiguous number',
		['+39 (0) 000 000 0000'],
		"The phone number '+39 (0) 000 000 0000' could be +3900000000000 or +390000000000, and was used as written. Enter it with '+'.",
	],
	[
		'a number that no numbering plan contains',
		['+34 6'],
		"'+346' has too few or too many digits for the country code +34, and was used as written.",
	],
	[
		'text that is no phone number',
		['call me', 'n/a'],
		"'call me' is not a phone number, and was used as written, like 1 more value.",
	],
	[
		'a contact whose number has its old form',
		['+5215512345678 → +525512345678'],
		"The phone number '+5215512345678' was found as '+525512345678'. Numbers in Mexico, Brazil, and Argentina have two forms, and the node searches for both.",
	],
	[
		'a contact whose number has another format',
		['+442079460001 → 442079460001', '+442079460002 → 442079460002'],
		"The channel stores the phone number '442079460001' (and 1 more) in a format other than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.",
	],
])(
	'convertedValueHints describes %s',
	async (_title, phones, hint, defaultCountryCode = undefined) => {
		expect(await hintsFor(defaultCountryCode, ...phones)).toEqual([hint]);
	},
);

it.each([
	['phone', '+442079460001', 'a phone number'],
	['email', 'ana@example.com', 'an email address'],
])(
	'convertedValueHints describes a value that was entered as an ID, but is searched for as %s',
	async (name, value, searchedAs) => {
		const reference = { kind: 'customField', name, value, wasEnteredAsId: true } as const;
		expect(await convertedValueHints([{ reference }])).toEqual([
			`'${value}' can't be an ID, so the node searched for it as ${searchedAs}. To find contacts by such values, set 'Contact' to 'Phone' or 'Email'.`,
		]);
	},
);

it.each([
	[
		undefined,
		"'Ana@Example.com' was used as 'ana@example.com'. The node saves email addresses in lower case.",
	],
	[
		'Ana@Example.com',
		"The channel stores the email address 'Ana@Example.com' instead of 'ana@example.com'. The node searches for both.",
	],
])(
	'convertedValueHints describes an email address with capital letters',
	async (foundValue, hint) => {
		const reference = convertByField('email', 'Ana@Example.com', { format: 'e164' });
		expect(await convertedValueHints([{ reference, foundValue }])).toEqual([hint]);
	},
);
