import { memoryOf } from '../../../nodes/ChannelMessaging/execution/openRun';

describe("the memory of a node's run", () => {
	it('is the same for every try of the run', () => {
		const executionData = {};
		expect(memoryOf(executionData)).toBe(memoryOf(executionData));
	});

	it('is another for another run, even where its data look the same', () => {
		expect(memoryOf({ data: 1 })).not.toBe(memoryOf({ data: 1 }));
	});
});
