import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';
import { searchList } from '../engine/searchList';

const channel = useChannel({ contacts: 60 });

const search = async (filter?: string, paginationToken?: string, credential = {}) =>
	await searchList({
		credential: channel.credential(credential),
		parameters: sendText(),
		method: 'searchContacts',
		...(filter === undefined ? {} : { filter }),
		...(paginationToken === undefined ? {} : { paginationToken }),
	});

const queries = () => channel.service.requests.map(({ path }) => path.split('?')[1]);

const ana = { firstName: 'Ana', lastName: 'Souto', phone: '+442079460001' };
const [ben, other] = [{ firstName: 'Ben', lastName: 'Souto' }, { lastName: 'Souto' }];
const kim = { firstName: 'Kim', lastName: 'Kim', city: 'A', email: 'kim@example.com' };

it.each<[filter: string, name: string, ...contacts: Record<string, string>[]]>([
	// Several fields match.
	['Kim', 'Kim Kim – kim@example.com – 7', kim],
	['city=A', 'Ana Kim – +442079460001, kim@example.com – 7', { ...kim, ...ana, lastName: 'Kim' }],
	['city=A', '7', { city: 'A' }],
	['cus_7', 'Ana Souto – +442079460001 – 7', ana],
	['+44 (20) 7946-0001', 'Ana Souto – +442079460001 – 7', ana],
	['ana souto', 'Ana Souto – +442079460001 – 7', ana, ben, other],
	// Names come from strangers.
	['city=A', 'Kim 1000 – 7', { city: 'A', firstName: 'Kim\u001B\u202E', lastName: '\u20661000' }],
])('the search for %j finds only %j', async (filter, name, ...contacts) => {
	for (const [index, custom_fields] of contacts.entries()) {
		const id = String(7 + index);
		channel.service.contacts.add({ id, custom_fields, tags: [], created_at: 1 });
	}

	expect(await search(filter)).toEqual({ results: [{ name, value: '7' }] });
});

it.each(['Nobody', 'by_custom_field', '..', '+442079460009'])(
	'the list shows a hint if no contact matches %s',
	async (filter) => {
		expect(await search(filter)).toEqual({
			results: [{ name: 'No contact has exactly this value', value: '' }],
		});
	},
);

it.each([
	['no text', undefined],
	['spaces', '  '],
	['a custom field without a value', 'city='],
])('the list shows a search hint for %s without a request', async (_, filter) => {
	expect(await search(filter)).toEqual({
		results: [{ name: 'Type a name, phone, email, ID, or city=Lugo', value: '' }],
	});
	expect(channel.service.requests).toEqual([]);
});

it('later pages repeat only the searches that have more results', async () => {
	const { contacts } = channel.service;
	for (const { id } of contacts.all().slice(0, 53)) {
		contacts.update(id, [{ name: 'lastName', value: 'Lugo' }]);
	}

	const values = new Set<string>();
	let token: string | undefined;
	do {
		const page = await search('Lugo', token);
		for (const { value } of page.results) values.add(value);
		token = page.paginationToken;
	} while (token !== undefined);

	expect(values.size).toBe(53);
	expect(queries().filter((query) => query?.includes('firstName'))).toHaveLength(1);
});

it('the list shows an empty page if its contacts no longer match', async () => {
	expect(await search('Lugo', '0 0 2 1')).toEqual({ results: [] });
});

it("a failed search is reported with the service's message", async () => {
	channel.service.faults.add({ fault: { kind: 'status', status: 403, message: 'Blocked' } });

	await expect(search('+9')).rejects.toMatchObject({
		message: 'Contacts could not be searched: Blocked',
		description: expect.stringContaining('Check the contact') as string,
	});
});

const failSearchById = (status: number) => {
	channel.service.faults.add({ match: { path: 'contact/X-7' }, fault: { kind: 'status', status } });
};

it('the list treats a 403 response to a search by ID as no match', async () => {
	failSearchById(403);

	expect((await search('X-7')).results).toMatchObject([{ value: '' }]);
});

it("the list fails if a search by ID fails with an error other than 'not found'", async () => {
	failSearchById(401);

	await expect(search('X-7')).rejects.toThrow('Contacts could not be searched');
});
