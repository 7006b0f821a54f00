import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { searchList } from './engine/searchList';

const channel = useChannel();

const names = async (filter?: string) => {
	const { results } = await searchList({
		credential: channel.credential(),
		parameters: contactOperation('update', {}),
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

	it('is narrowed by what is typed', async () => {
		expect(await names(' NAME')).toEqual(['firstName', 'lastName']);
		expect(await names('nothing like it')).toEqual([]);
	});
});
