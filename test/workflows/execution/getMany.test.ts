import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel();

it('Get Many pairs each contact with the item whose search found it', async () => {
	const { contacts } = channel.service;
	for (const [id, city] of ['Lugo', 'Lugo', 'Vigo', 'Vigo', 'Vigo'].entries()) {
		contacts.add({ id: String(id), custom_fields: { city }, tags: [], created_at: 1 });
	}
	const search = { fieldName: 'city', fieldValue: '={{ $json.city }}', returnAll: true };

	const { items } = await channel.runNode({
		parameters: contactOperation('getAll', search),
		items: [{ city: 'Vigo' }, { city: 'nowhere' }, { city: 'Lugo' }],
	});

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 0, 2, 2].map((item) => ({ item })),
	);
});
