import { keepOwnFieldValues } from '../../../nodes/ChannelMessaging/parameters/keepOwnFieldValues';
import { readCustomFields } from '../../../nodes/ChannelMessaging/parameters/customFields';
import { itemParameters } from './itemParameters';

/** Values that a channel with other formats stores. */
const stored = { city: ' Lugo ', phone: '+44 20 7946 0001', email: 'Ana@Example.com' };

const converted = { city: 'Lugo', phone: '+442079460001', email: 'ana@example.com' };

/** Returns the saved values. The input item describes the contact `7`. */
function saved(contactId: string | undefined, { target = 'existing' as 'existing' | 'new' } = {}) {
	const parameters = itemParameters(
		{ mappingMode: 'json', customFieldsJson: stored },
		{ contactId: 7, custom_fields: stored },
	);
	const { entries } = readCustomFields(parameters, 1, target);
	const contact = contactId === undefined ? undefined : { contactId, fieldNames: [] };
	return Object.fromEntries(
		keepOwnFieldValues(entries, contact).map(({ name, value }) => [name, value]),
	);
}

it.each(['7', 'cus_7'])('values that the item read from the contact %s stay unchanged', (id) => {
	expect(saved(id)).toEqual(stored);
});

it('values that the item read from one contact are converted for another', () => {
	expect(saved('8')).toEqual(converted);
	expect(saved(undefined)).toEqual(converted);
	expect(saved('7', { target: 'new' })).toEqual(converted);
});

it('a value that the item read from another custom field is converted', () => {
	const parameters = itemParameters(
		{ mappingMode: 'json', customFieldsJson: { town: stored.city } },
		{ contactId: '7', custom_fields: stored },
	);
	const { entries } = readCustomFields(parameters, 1, 'existing');

	const [field] = keepOwnFieldValues(entries, { contactId: '7', fieldNames: [] });
	expect(field).toMatchObject({ name: 'town', value: 'Lugo' });
});

it('a damaged text that the item read from the contact stays unchanged', () => {
	const custom_fields = { note: 'half an emoji: \uD83D' };
	const parameters = itemParameters(
		{ mappingMode: 'json', customFieldsJson: custom_fields },
		{ contactId: '7', custom_fields },
	);
	const { entries } = readCustomFields(parameters, 1, 'existing');

	const [field] = keepOwnFieldValues(entries, { contactId: '7', fieldNames: [] });
	expect(field).toMatchObject({ value: custom_fields.note });
});
