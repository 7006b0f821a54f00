import { RecentToolMessages } from '../../../nodes/ChannelMessaging/sendOnce/recentToolMessages';
import { VirtualClock } from '../../support/virtualClock';

const minute = 60_000;

const message = {
	workflowId: 'workflow',
	nodeId: 'node',
	executionId: '1' as string | undefined,
	callId: Symbol('earlier call'),
	channelKey: 'channel',
	contactId: 'cus_7',
	content: 'Hi',
};

/** Returns an identical message of an earlier call. */
function find(messages: RecentToolMessages, searched: typeof message) {
	return messages.find({ ...searched, callId: Symbol('later call') });
}

function setUp() {
	const clock = new VirtualClock();
	return { clock, messages: new RecentToolMessages(clock, () => 5) };
}

describe.each([
	['sent', 10, 15_000],
	['unknown', 60, 9_000],
] as const)('a message with the outcome %s', (outcome, minutes, maxMessages) => {
	it(`is found for ${String(minutes)} minutes, with its time`, () => {
		const { clock, messages } = setUp();
		messages.record(message, outcome);
		clock.block(minutes * minute - 1);
		expect(find(messages, message)).toMatchObject({ outcome, at: 5 });

		clock.block(1);
		expect(find(messages, message)).toBeUndefined();
	});

	it(`is found until ${maxMessages.toLocaleString('en-US')} newer messages are recorded`, () => {
		const { messages } = setUp();
		const numbered = (number: number) => ({ ...message, content: String(number) });
		for (let number = 0; number <= maxMessages; number += 1) {
			messages.record(numbered(number), outcome);
		}

		expect(find(messages, numbered(0))).toBeUndefined();
		expect(find(messages, numbered(1))).toMatchObject({ outcome });
	});

	it('is not found for another node, workflow, channel, contact, or content', () => {
		const { messages } = setUp();
		messages.record(message, outcome);

		for (const name of ['nodeId', 'workflowId', 'channelKey', 'contactId', 'content'] as const) {
			expect(find(messages, { ...message, [name]: 'other' })).toBeUndefined();
		}
		expect(find(messages, { ...message, contactId: '7' })).toMatchObject({ outcome });
	});
});

it('a message sent in one execution is not found in another, and calls outside executions share their messages', () => {
	const { messages } = setUp();
	messages.record(message, 'sent');
	expect(find(messages, { ...message, executionId: '2' })).toBeUndefined();

	const withoutExecution = { ...message, executionId: undefined };
	expect(find(messages, withoutExecution)).toBeUndefined();
	messages.record(withoutExecution, 'sent');
	expect(find(messages, withoutExecution)).toMatchObject({ outcome: 'sent' });
});

it('a message with an unknown outcome is found in every execution and takes precedence', () => {
	const { messages } = setUp();
	messages.record(message, 'unknown');
	messages.record(message, 'sent');

	for (const executionId of ['1', '2', undefined]) {
		expect(find(messages, { ...message, executionId })).toMatchObject({ outcome: 'unknown' });
	}
});

it('a message from the same call is not found', () => {
	const { messages } = setUp();
	messages.record(message, 'sent');

	expect(messages.find(message)).toBeUndefined();
});
