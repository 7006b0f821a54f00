import { canonicalContactId } from '../../../nodes/ChannelMessaging/client/canonicalContactId';

describe('canonicalContactId', () => {
	it('is the same for the IDs of created and fetched contacts with the same digits', () => {
		expect(canonicalContactId('cus_1000457')).toBe(canonicalContactId('1000457'));
	});

	it.each([' 1000457 ', '01000457', 'CUS_1000457', 'cus_01000457', '1000457.0'])(
		'is the same for %j, which a database can convert to the same number',
		(contactId) => {
			expect(canonicalContactId(contactId)).toBe('1000457');
		},
	);

	it.each(['cus_', 'cus_12a', 'user_12', 'cus_cus_12', '12.5', '00x'])(
		'returns the ID %j unchanged',
		(contactId) => {
			expect(canonicalContactId(contactId)).toBe(contactId);
		},
	);

	it('reads 50,000 zeros in linear time', () => {
		const contactId = `${'0'.repeat(50_000)}x`;
		const start = performance.now();

		expect(canonicalContactId(contactId)).toBe(contactId);
		expect(canonicalContactId('000')).toBe('0');

		// Quadratic time would be several seconds, and linear time is a few milliseconds.
		expect(performance.now() - start).toBeLessThan(1_000);
	});
});
