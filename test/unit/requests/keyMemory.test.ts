import { KeyMemory } from '../../../nodes/ChannelMessaging/requests/keyMemory';

it('remembers the latest 50,000 keys', () => {
	const memory = new KeyMemory();

	for (let key = 0; key <= 50_000; key += 1) memory.add(String(key));

	expect(memory.has('0')).toBe(false);
	expect(memory.has('1')).toBe(true);
	expect(memory.has('50000')).toBe(true);
	expect(memory.has('50001')).toBe(false);
});
