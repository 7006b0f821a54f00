import { CallLog } from './callLog';
import { MessageLog } from './messageLog';
import { type Statistics, statisticsOf } from './statistics';

const statisticsOfTimes = (times: readonly number[]): Statistics => {
	const log = new MessageLog();
	for (const at of times) {
		log.add({
			at,
			contactId: 'x',
			item: { type: 'text', text: String(at) },
			forceCancelSurvey: false,
		});
	}
	return statisticsOf(log, new CallLog());
};

describe('the pace of messages', () => {
	it('is the number of messages after the first, over the time they took', () => {
		expect(statisticsOfTimes([1_000, 1_500, 2_000, 3_000]).messagesPerSecond).toBe(1.5);
	});

	it.each([[[]], [[1_000]], [[1_000, 1_000]]])('is 0 where no time passed: %p', (times) => {
		expect(statisticsOfTimes(times).messagesPerSecond).toBe(0);
	});

	it('knows the fullest second, of which the first instant is no part', () => {
		expect(statisticsOfTimes([0, 500, 1_000, 1_499, 1_500, 9_000]).mostMessagesInOneSecond).toBe(3);
	});

	it('does not depend on the order in which they were accepted', () => {
		expect(statisticsOfTimes([1_000, 0, 500, 2_000])).toEqual(
			statisticsOfTimes([0, 500, 1_000, 2_000]),
		);
	});
});
