import { useChannel } from './engine/channel';
import { contactOperation } from '../support/fixtures/parameters';

const channel = useChannel();

it.each(['city', "={{ 'city' }}", { __rl: true, mode: 'name', value: 'city' }])(
	'Get Many accepts the field name %j',
	async (fieldName) => {
		const search = { fieldName, fieldValue: 'Vigo', returnAll: false, limit: 1 };
		await channel.runNode({ parameters: contactOperation('getAll', search) });

		expect(channel.service.requests.map(({ path }) => path.split('?')[1])).toEqual([
			'name=city&value=Vigo',
		]);
	},
);

it('Get Many pairs each contact with the item whose search found it', async () => {
	const city = 'A & B=ç+ / ?#%';
	const { contacts } = channel.service;
	for (const [index, value] of [city, city, 'Vigo', 'Vigo', 'Vigo'].entries()) {
		contacts.update(contacts.all()[index]?.id ?? '', [{ name: 'city', value }]);
	}
	const search = { fieldName: 'city', fieldValue: '={{ $json.city }}', returnAll: true };

	const { items } = await channel.runNode({
		parameters: contactOperation('getAll', search),
		items: [{ city: 'Vigo' }, { city: 'nowhere' }, { city }],
	});

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 0, 2, 2].map((item) => ({ item })),
	);
});
