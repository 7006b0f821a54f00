import { useChannel } from './engine/channel';
import { contactOperation } from '../support/running/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ contacts: 60 });

/** Puts contacts into the service, as many in each city as it says, and finds those of the items. */
async function find(cities: Record<string, number>, items: Array<{ city: string }>) {
	const contacts = channel.service.contacts.all();
	for (const [city, count] of Object.entries(cities)) {
		for (const { id } of contacts.splice(0, count)) {
			channel.service.contacts.update(id, [{ name: 'city', value: city }]);
		}
	}
	const search = { fieldName: 'city', fieldValue: '={{ $json.city }}', returnAll: true };
	return await runNode({
		credential: channel.credential(),
		parameters: contactOperation('getAll', search),
		items,
	});
}

it('reads page after page until the last one', async () => {
	const { items } = await find({ Bilbao: 53 }, [{ city: 'Bilbao' }]);

	expect(new Set(items.map(({ json }) => json.id)).size).toBe(53);
	expect(channel.service.calls.map(({ path }) => path.split('?')[1])).toEqual([
		'name=city&value=Bilbao',
		'name=city&value=Bilbao&page=2',
		'name=city&value=Bilbao&page=3',
	]);
});

it('pairs each contact to the item that it was found for, whatever the value contains', async () => {
	const city = 'A & B=ç+ / ?#%';

	const { items } = await find({ [city]: 2, Vigo: 3 }, [
		{ city: 'Vigo' },
		{ city: 'nowhere' },
		{ city },
	]);

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 0, 2, 2].map((item) => ({ item })),
	);
});
