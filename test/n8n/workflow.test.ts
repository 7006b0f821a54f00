import { inARow, manualTriggerOf } from './workflow';

test('nodes in a row are connected from the first to the last', () => {
	expect(inARow('Start', 'Edit', 'Send')).toEqual({
		Start: { main: [[{ node: 'Edit', type: 'main', index: 0 }]] },
		Edit: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
	});
});

test('a workflow without a Manual Trigger is refused by name', () => {
	const workflow = { id: '1', versionId: '1', name: 'Hook', nodes: [] };
	expect(() => manualTriggerOf(workflow)).toThrow('"Hook" has no Manual Trigger');
});
