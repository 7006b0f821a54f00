import type { IDataObject } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { searchList } from './engine/searchList';

const channel = useChannel();

const names = async (options: IDataObject = {}, filter?: string) => {
	const { results } = await searchList({
		credential: channel.credential(),
		parameters: contactOperation('update', { options: options as Record<string, string> }),
		method: 'searchCustomFieldNames',
		...(filter === undefined ? {} : { filter }),
	});
	for (const { name, value } of results) expect(value).toBe(name);
	return results.map(({ name }) => name);
};

const documented = [
	'customerid',
	'email',
	'firstName',
	'gender',
	'lastName',
	'locale',
	'phone',
	'timezone',
];

describe("the editor's list of custom field names", () => {
	it("has the document's names in alphabetical order, and asks nobody for them", async () => {
		expect(await names()).toEqual(documented);
		expect(channel.service.calls).toEqual([]);
	});

	it('has the names of the example contact too, each once', async () => {
		const custom_fields = JSON.parse('{"birthday": "1", "phone": "2", "__proto__": "3"}') as Record<
			string,
			string
		>;
		channel.service.contacts.add({ id: 'a/7', custom_fields, tags: [], created_at: 1 });

		const found = await names({ exampleContact: 'a/7' });

		expect(found).toEqual(expect.arrayContaining([...documented, 'birthday', '__proto__']));
		expect(found).toHaveLength(documented.length + 2);
		expect(channel.service.calls.map(({ path }) => path)).toEqual(['/v1/contact/a%2F7']);
	});

	it('is narrowed by what is typed', async () => {
		expect(await names({}, ' NAME')).toEqual(['firstName', 'lastName']);
		expect(await names({}, 'nothing like it')).toEqual([]);
	});

	it('says which parameter to look at when there is no such contact', async () => {
		await expect(names({ exampleContact: 'nobody' })).rejects.toThrow(
			/^'Example Contact' could not be read: The service refused the call/,
		);
	});
});
