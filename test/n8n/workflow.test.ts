import { inARow, triggerOf } from './workflow';

test('nodes in a row are connected from the first to the last', () => {
	expect(inARow('Start', 'Edit', 'Send')).toEqual({
		Start: { main: [[{ node: 'Edit', type: 'main', index: 0 }]] },
		Edit: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
	});
});

test('a workflow that nothing starts by itself is refused by name', () => {
	const workflow = { id: '1', versionId: '1', name: 'Hook', nodes: [] };
	expect(() => triggerOf(workflow)).toThrow('"Hook" has neither');
});
