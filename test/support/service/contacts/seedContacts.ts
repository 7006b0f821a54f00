import { ContactStore } from './contactStore';

const profiles = [
	{ firstName: 'Amara', lastName: 'Okafor', gender: 'female', locale: 'en_GB', timezone: '1' },
	{ firstName: 'Jonas', lastName: 'Lindqvist', gender: 'male', locale: 'sv_SE', timezone: '1' },
	{ firstName: 'Lucía', lastName: 'Fernández', gender: 'female', locale: 'es_ES', timezone: '1' },
	{ firstName: '美咲', lastName: '佐藤', gender: 'female', locale: 'ja_JP', timezone: '9' },
	{ firstName: 'Noah', lastName: 'Becker', gender: 'male', locale: 'de_DE', timezone: '1' },
	{ firstName: 'Priya', lastName: 'Raman', gender: 'female', locale: 'en_IN', timezone: '5.5' },
	{ firstName: 'Sélim', lastName: 'Haddad', gender: 'male', locale: 'fr_FR', timezone: '1' },
	{ firstName: 'Zoë', lastName: 'van Dijk', gender: 'female', locale: 'nl_NL', timezone: '1' },
	{ firstName: 'Mateo', lastName: 'Silva', gender: 'male', locale: 'pt_BR', timezone: '-3' },
	{ firstName: 'Олена', lastName: 'Коваль', gender: 'female', locale: 'uk_UA', timezone: '2' },
	{ firstName: 'Liam', lastName: "O'Connor", gender: 'male', locale: 'en_IE', timezone: '0' },
	{ firstName: 'Yasmin', lastName: 'Demir', gender: 'female', locale: 'tr_TR', timezone: '3' },
] as const;

const tagSets = [['customer'], ['customer', 'newsletter'], ['lead'], [], ['customer', 'vip']];

const firstId = 362_707_394;
/** The last digits of +1 555 010 0001. The area code 555 is unassigned. */
const firstPhone = 100_001;

const firstCreation = Date.UTC(2024, 0, 8, 9) / 1_000;
const secondsBetweenCreations = 5_400;

/**
 * Returns the same contacts every time. Their IDs have nine digits, which is never the length of a Base64
 * text, so that an ID without the encoding of Viber is rejected.
 */
export function seedContacts(count: number, lastCreatedId?: bigint): ContactStore {
	const store = new ContactStore(lastCreatedId);
	for (let index = 0; index < count; index += 1) {
		const profile = profiles[index % profiles.length] ?? profiles[0];
		const number = String(index + 1).padStart(5, '0');
		const contact = {
			id: String(firstId + index * 17),
			custom_fields: {
				...profile,
				phone: `+1555${String(firstPhone + index).padStart(7, '0')}`,
				email: `contact${number}@mail.example`,
				customerid: `C-${number}`,
			},
			tags: tagSets[index % tagSets.length] ?? [],
			created_at: firstCreation + index * secondsBetweenCreations,
		};
		store.add(contact, 0);
	}
	return store;
}
