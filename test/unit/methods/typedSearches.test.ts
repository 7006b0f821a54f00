import {
	type TypedSearch,
	parseSearchText,
} from '../../../nodes/ChannelMessaging/methods/parseSearchText';

/** The searches as texts, those that are made together in one. */
const searchesFor = (typed: string, defaultCountryCode?: string) =>
	parseSearchText(typed, { format: 'e164', defaultCountryCode }).map((group) =>
		group.map(textOf).join(', '),
	);

function textOf(search: TypedSearch): string {
	if (search.by === 'id') return `ID ${search.contactId}`;
	const { name, value, firstName } = search;
	return `${name} ${value}${firstName === undefined ? '' : ` of ${firstName}`}`;
}

it.each([
	[' +34 600-000 ', ['phone +34 600-000']],
	['+34 600-000-001', ['phone +34600000001', 'phone 34600000001', 'phone +34 600-000-001']],
	['600 000 001', ['phone 600 000 001']],
	['(600)000.001', ['phone (600)000.001', 'customerid (600)000.001, ID (600)000.001']],
	['300123456', ['phone 300123456', 'customerid 300123456, ID 300123456']],
	['ana@example.com', ['email ana@example.com']],
	['city = A Coruña', ['city A Coruña']],
	['city=a@b=c', ['city a@b=c']],
	[
		'cus_1000457',
		['customerid cus_1000457, ID cus_1000457', 'firstName cus_1000457, lastName cus_1000457'],
	],
	[
		'amara',
		[
			'firstName amara, lastName amara',
			'firstName Amara, lastName Amara',
			'customerid amara, ID amara',
		],
	],
	['Amara', ['firstName Amara, lastName Amara', 'customerid Amara, ID Amara']],
	['=a', ['firstName =a, lastName =a', 'customerid =a, ID =a']],
	[
		'Ana  Souto Vega',
		['firstName Ana  Souto Vega, lastName Ana  Souto Vega, lastName Souto Vega of Ana'],
	],
	[
		'ana éluard',
		[
			'firstName ana éluard, lastName ana éluard, lastName éluard of ana',
			'firstName Ana Éluard, lastName Ana Éluard, lastName Éluard of Ana',
		],
	],
	['Test 1', ['firstName Test 1, lastName Test 1, lastName 1 of Test']],
])('what is searched is told from %j', (typed, searches) => {
	expect(searchesFor(typed)).toEqual(searches);
});

it.each(['', '  ', 'city=', 'city = '])('nothing is searched for %j', (typed) => {
	expect(searchesFor(typed)).toEqual([]);
});

it('completes a national number with the default country code', () => {
	expect(searchesFor('600 000 001', '34')).toEqual([
		'phone +34600000001',
		'phone 34600000001',
		'phone 600 000 001',
	]);
});
