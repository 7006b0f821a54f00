import { sharedStateOf } from '../../../nodes/ChannelMessaging/execution/nodeExecution';

test('sharedStateOf returns the same state for the same execution data object', () => {
	const executionData = { data: 1 };
	const state = sharedStateOf(executionData);

	expect(sharedStateOf(executionData)).toBe(state);
	expect(sharedStateOf({ data: 1 })).not.toBe(state);
});
