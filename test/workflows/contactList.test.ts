import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';
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

function settle(city: string, count: number): void {
	for (const { id } of channel.service.contacts.all().slice(0, count)) {
		channel.service.contacts.update(id, [{ name: 'city', value: city }]);
	}
}

describe("the editor's list of contacts", () => {
	it('shows a contact by name, phone and e-mail, and gives its identifier', async () => {
		const custom_fields = {
			firstName: 'Ana',
			lastName: 'Vega',
			phone: '+9',
			email: 'ana@example.com',
		};
		channel.service.contacts.add({ id: '7', custom_fields, tags: [], created_at: 1 });

		expect(await search('+9')).toEqual({
			results: [{ name: 'Ana Vega – +9, ana@example.com – 7', value: '7' }],
		});
	});

	it('shows a contact of which nothing else is known by its identifier', async () => {
		channel.service.contacts.add({
			id: '7',
			custom_fields: { city: 'A' },
			tags: [],
			created_at: 1,
		});

		expect((await search('city=A')).results).toEqual([{ name: '7', value: '7' }]);
	});

	it.each([
		[' +34 600 ', 'name=phone&value=%2B34%20600'],
		['ana@example.com', 'name=email&value=ana%40example.com'],
		['city = A Coruña', 'name=city&value=A%20Coru%C3%B1a'],
		['city=a@b=c', 'name=city&value=a%40b%3Dc'],
	])('tells from %j what to search by', async (filter, query) => {
		await search(filter);

		expect(asked()).toEqual([query]);
	});

	it.each([undefined, '', '  ', 'city='])(
		'asks nobody where nothing is searched: %j',
		async (filter) => {
			expect(await search(filter)).toEqual({ results: [] });
			expect(asked()).toEqual([]);
		},
	);

	it('goes on page by page', async () => {
		settle('Lugo', 53);
		const values = new Set<string>();

		let token: string | undefined;
		do {
			const page = await search('city=Lugo', token);
			for (const { value } of page.results) values.add(value);
			token = page.paginationToken;
		} while (token !== undefined);

		expect(values.size).toBe(53);
	});

	it("says what could not be searched, with the service's own words", async () => {
		channel.service.faults.add({ fault: { kind: 'status', status: 403, message: 'Blocked' } });

		await expect(search('+9')).rejects.toMatchObject({
			message: "Contacts with the phone '+9' could not be searched: The service refused the call",
			description: expect.stringContaining('The service said: Blocked.') as string,
		});
	});
});

describe("the editor's list beside a running workflow", () => {
	it('tells that the limit is used up instead of waiting, and makes no call then', async () => {
		const credential = channel.credential({ contactCallsPerMinute: 5 });
		await runNode({
			credential,
			parameters: contactOperation('get', { contactId: '={{ $json.id }}' }),
			items: channel.service.contacts
				.all()
				.slice(0, 5)
				.map(({ id }) => ({ id })),
		});

		const failure = searchList({
			credential,
			parameters: sendText(),
			method: 'searchContacts',
			filter: '+9',
		});

		await expect(failure).rejects.toMatchObject({
			message: expect.stringMatching(
				/: The limit of 5 contact calls a minute is used up\. Try again in \d\d s\.$/,
			) as string,
		});
		expect(channel.service.calls).toHaveLength(5);
	});
});
