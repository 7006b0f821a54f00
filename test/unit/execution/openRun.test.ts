import { attemptStateOf } from '../../../nodes/ChannelMessaging/execution/nodeExecution';

describe("the memory of a node's run", () => {
	it('is the same for every try of the run', () => {
		const executionData = {};
		expect(attemptStateOf(executionData)).toBe(attemptStateOf(executionData));
	});

	it('is another for another run, even where its data look the same', () => {
		expect(attemptStateOf({ data: 1 })).not.toBe(attemptStateOf({ data: 1 }));
	});
});
