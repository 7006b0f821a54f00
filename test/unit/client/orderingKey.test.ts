import { orderingKey } from '../../../nodes/ChannelMessaging/client/orderingKey';

describe('orderingKey', () => {
	it('is the same for the IDs of created and fetched contacts with the same digits', () => {
		expect(orderingKey('cus_1000457')).toBe(orderingKey('1000457'));
	});

	it.each([' 1000457 ', '01000457', 'CUS_1000457', 'cus_01000457'])(
		'is the same for %j, which a database can convert to the same number',
		(contactId) => {
			expect(orderingKey(contactId)).toBe('1000457');
		},
	);

	it.each(['cus_', 'cus_12a', 'user_12', 'cus_cus_12'])(
		'returns the ID %j unchanged',
		(contactId) => {
			expect(orderingKey(contactId)).toBe(contactId);
		},
	);
});
