import { useChannel } from './engine/channel';
import { sendText } from '../support/running/parameters';
import { searchList } from './engine/searchList';

const channel = useChannel({ contacts: 60 });

const search = async (filter?: string, paginationToken?: string) =>
	await searchList({
		credential: channel.credential(),
		parameters: sendText(),
		method: 'searchContacts',
		...(filter === undefined ? {} : { filter }),
		...(paginationToken === undefined ? {} : { paginationToken }),
	});

const asked = () => channel.service.calls.map(({ path }) => path.split('?')[1]);

it.each([
	[
		'by name, phone and e-mail',
		{ city: 'A', firstName: 'Ana', lastName: 'Vega', phone: '+9', email: 'ana@example.com' },
		'Ana Vega – +9, ana@example.com – 7',
	],
	['by its identifier where nothing else is known', { city: 'A' }, '7'],
])('the list shows a contact %s, and gives its identifier', async (_, custom_fields, name) => {
	channel.service.contacts.add({ id: '7', custom_fields, tags: [], created_at: 1 });

	expect(await search('city=A')).toEqual({ results: [{ name, value: '7' }] });
});

it.each([
	[' +34 600 ', 'name=phone&value=%2B34%20600'],
	['ana@example.com', 'name=email&value=ana%40example.com'],
	['city = A Coruña', 'name=city&value=A%20Coru%C3%B1a'],
	['city=a@b=c', 'name=city&value=a%40b%3Dc'],
])('the list tells from %j what to search by', async (filter, query) => {
	await search(filter);

	expect(asked()).toEqual([query]);
});

it.each([undefined, '  ', 'city='])(
	'the list asks nobody where the search is %j',
	async (filter) => {
		expect(await search(filter)).toEqual({ results: [] });
		expect(asked()).toEqual([]);
	},
);

it('the list goes on page by page', async () => {
	const { contacts } = channel.service;
	for (const { id } of contacts.all().slice(0, 53)) {
		contacts.update(id, [{ name: 'city', value: 'Lugo' }]);
	}

	const values = new Set<string>();
	let token: string | undefined;
	do {
		const page = await search('city=Lugo', token);
		for (const { value } of page.results) values.add(value);
		token = page.paginationToken;
	} while (token !== undefined);

	expect(values.size).toBe(53);
});

it("the list says what could not be searched, with the service's own words", async () => {
	channel.service.faults.add({ fault: { kind: 'status', status: 403, message: 'Blocked' } });

	await expect(search('+9')).rejects.toMatchObject({
		message: "Contacts with the phone '+9' could not be searched: Blocked",
		description: expect.stringContaining('Check the contact') as string,
	});
});
