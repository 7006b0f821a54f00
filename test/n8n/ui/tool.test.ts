import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { expect, test } from './test';

test('a tool offers Send Identical Messages and no questions, and the node offers the reverse', async ({
	editor,
}) => {
	const node = channelMessagingNode(send({ messageType: 'text', text: 'Hi' }));
	const tool = {
		...node,
		name: 'Tool',
		type: `${node.type}Tool`,
		position: [240, 0] satisfies [number, number],
	};
	const { id } = await testEnvironment().client.createWorkflow({
		name: 'Tool',
		nodes: [node, tool],
		connections: {},
	});
	await editor.openWorkflow(id);
	const { parameters } = editor;
	const offered: Record<string, boolean[]> = {};
	for (const { name } of [node, tool]) {
		await editor.openNode(name);
		const operations = await parameters.optionsOf('operation');
		const options = await parameters.addableOptions();
		offered[name] = [
			operations.includes('Send and Wait for Response'),
			options.includes('Send Identical Messages'),
		];
		expect(operations).toContain('Send');
		await editor.closeNode();
	}

	expect(offered).toEqual({ [node.name]: [true, false], Tool: [false, true] });
});
