import { sharedStateOf } from '../../../nodes/ChannelMessaging/execution/nodeExecution';

describe("the memory of a node's run", () => {
	it('is the same for every try of the run', () => {
		const executionData = {};
		expect(sharedStateOf(executionData)).toBe(sharedStateOf(executionData));
	});

	it('is another for another run, even where its data look the same', () => {
		expect(sharedStateOf({ data: 1 })).not.toBe(sharedStateOf({ data: 1 }));
	});
});
