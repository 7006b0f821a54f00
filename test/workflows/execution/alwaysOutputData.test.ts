import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const settings = { alwaysOutputData: true, onError: 'continueErrorOutput' } as const;

it('Always Output Data adds no item if both outputs have items', async () => {
	const items = [
		{ contactId: '1', text: 'Hello' },
		{ contactId: '2', text: '' },
	];

	const result = await channel.runNode({ parameters: sendText(), items, settings });

	expect(result.items).toMatchObject([{ json: { status: 'Success', contactId: '1' } }]);
	expect(result.errorItems).toMatchObject([{ json: { ...items[1], error: {} } }]);
});

it('Always Output Data adds one empty item if both outputs are empty', async () => {
	const search = { fieldName: 'city', fieldValue: 'Nowhere' };

	const result = await channel.runNode({
		parameters: contactOperation('getAll', search),
		settings,
	});

	expect(result.items.map(({ json }) => json)).toEqual([{}]);
	expect(result.errorItems).toEqual([]);
});
