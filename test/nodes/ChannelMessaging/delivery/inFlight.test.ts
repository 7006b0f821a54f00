import { limits } from '../../../../nodes/ChannelMessaging/channel/limits';
import { largestInFlight } from '../../../../nodes/ChannelMessaging/delivery/inFlight';

it('keeps the full rate of messages with answers of four seconds', () => {
	const { messagesPerSecond } = limits;
	expect(largestInFlight(messagesPerSecond) / messagesPerSecond).toBeGreaterThanOrEqual(4);
});

it("lets a whole window's worth of contact calls leave at once", () => {
	const { contactCallsPerMinute } = limits;
	expect(largestInFlight(contactCallsPerMinute / 60)).toBeGreaterThanOrEqual(contactCallsPerMinute);
});

it('is smaller where it would only heap up answers', () => {
	expect(largestInFlight(100_000)).toBeLessThan(largestInFlight(limits.messagesPerSecond));
});
