import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

it('Map Automatically saves the fields of each item, without fields that n8n adds', async () => {
	const parameters = contactOperation('create', { mappingMode: 'autoMapInputData' });
	const items = [
		{ row_number: 2, phone: '+34600000001' },
		{ age: 3, vip: false },
	];

	await channel.runNode({ parameters, items });

	const saved = channel.service.contacts.all().map(({ custom_fields }) => custom_fields);
	expect(saved).toHaveLength(2);
	expect(saved).toContainEqual({ phone: '+34600000001' });
	expect(saved).toContainEqual({ age: '3', vip: 'false' });
});

it('Create or Update matches on phone unless another field is chosen', async () => {
	await channel.runNode({ parameters: contactOperation('upsert', { fieldValue: '+34600000001' }) });

	expect(channel.service.contacts.findByField('phone', '+34600000001')).toHaveLength(1);
});
