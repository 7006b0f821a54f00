import { limits } from '../../../nodes/ChannelMessaging/api/limits';

it('the limits are those of section 8', () => {
	expect(limits).toEqual({
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
		repliesPerMessage: 10,
		charactersPerReply: 20,
		customFieldsPerRequest: 30,
		tagsPerRequest: 10,
	});
});
