import { campaignSizeError } from '../../../nodes/ChannelMessaging/execution/campaignSizeError';
import { sharedTimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { messageItem } from './messageItem';

const text = { messageType: 'text', text: 'Hi' };

async function errorFor(contacts: number, options: object, repetitions = 1) {
	const item = messageItem({ ...options });
	const items = Array.from({ length: contacts * repetitions }, (_, index) => {
		const contactId = String(index % contacts);
		return { ...item, kind: 'contact' as const, contact: { kind: 'id' as const, contactId } };
	});
	return await campaignSizeError(items as never, sharedTimeSlicer.slice());
}

describe('campaignSizeError', () => {
	const campaign = 'Spring menu 2026';

	it('rejects an execution that needs more keys than a node can store', async () => {
		expect((await errorFor(50_001, { campaign }))?.message).toBe(
			"'Send Once per Contact' would have to remember 50,001 messages, but a node can remember only 50,000",
		);
	});

	it('counts further messages', async () => {
		const furtherMessages = { message: [text] };
		expect(await errorFor(25_000, { campaign, furtherMessages })).toBeUndefined();
		expect(await errorFor(25_001, { campaign, furtherMessages })).toBeDefined();
	});

	it('counts each contact once and ignores items with Send Once per Key', async () => {
		expect(await errorFor(30_000, { campaign }, 2)).toBeUndefined();
		expect(await errorFor(50_001, { sendOnceKey: 'order-1' })).toBeUndefined();
	});
});
