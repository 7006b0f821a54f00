import { lowestRates } from '../../../nodes/ChannelMessaging/execution/lowestRates';

it('lowestRates returns the lowest rates of each channel, whatever their order', () => {
	const rates = lowestRates([
		{ channelKey: 'a', messagesPerSecond: 10, contactCallsPerMinute: 100 },
		{ channelKey: 'b', messagesPerSecond: 5, contactCallsPerMinute: 20 },
		{ channelKey: 'a', messagesPerSecond: 25, contactCallsPerMinute: 50 },
		{ channelKey: 'a', messagesPerSecond: 20, contactCallsPerMinute: 70 },
	]);

	expect([...rates]).toEqual([
		['a', { messagesPerSecond: 10, contactCallsPerMinute: 50 }],
		['b', { messagesPerSecond: 5, contactCallsPerMinute: 20 }],
	]);
});
