import { useChannel } from './engine/channel';
import { contactOperation } from '../support/fixtures/parameters';

const channel = useChannel();

it('Map Automatically saves the fields of each item, without those that n8n adds', async () => {
	const parameters = contactOperation('create', { mappingMode: 'autoMapInputData' });
	const formQueryParameters = { utm_source: 'newsletter' };
	const form = { submittedAt: '2026-11-22', formMode: 'test', formQueryParameters };
	const addedByN8n = { row_number: 2, ...form };
	const items = [
		{ ...addedByN8n, phone: '+34600000001' },
		{ age: 3, vip: false },
	];
	await channel.runNode({ parameters, items });

	const bodies = channel.service.requests.map(({ body }) => body);
	expect(bodies).toHaveLength(2);
	expect(bodies).toContainEqual({ custom_fields: [{ name: 'phone', value: '+34600000001' }] });
	expect(bodies).toContainEqual({
		custom_fields: [
			{ name: 'age', value: '3' },
			{ name: 'vip', value: 'false' },
		],
	});
});

it.each([
	['selected', ['phone', 'row_number'], ['phone', 'row_number']],
	['except', 'city, notes, names', ['phone']],
])('Input Fields (%s) limits the saved fields', async (inputFields, names, saved) => {
	const mapped = { mappingMode: 'autoMapInputData', inputFields };
	const parameters = contactOperation('create', {
		...mapped,
		inputFieldNames: '={{ $json.names }}',
	});
	const items = [{ names, row_number: 2, phone: '+34600000001', city: 'Vigo', notes: '' }];
	await channel.runNode({ parameters, items });

	expect(channel.service.requests).toMatchObject([
		{ body: { custom_fields: saved.map((name) => ({ name })) } },
	]);
});

it('Create or Update matches on phone unless another field is chosen', async () => {
	const parameters = contactOperation('upsert', { fieldValue: '+34600000001' });
	await channel.runNode({ parameters });

	expect(channel.service.contacts.findByField('phone', '+34600000001')).toHaveLength(1);
});
