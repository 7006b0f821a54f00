import { operations } from '../../../nodes/ChannelMessaging/operations';
import { editorTest } from './fixture/editorTest';

/** Likely searches for a messaging node. */
const searches = [
	'sms',
	'text',
	'whatsapp',
	'phone',
	'broadcast',
	'newsletter',
	'viber',
	'human',
	'approval',
	'hitl',
];

/** The node in n8n's nodes panel. */
export function nodesPanel(): void {
	editorTest('searches find the node, which lists every operation and event', async (editor) => {
		await editor.openEmptyWorkflow();
		await editor.canvas.addFirstStep();

		for (const word of searches) {
			await editor.nodesPanel.search(word);
			await editor.nodesPanel.item('Channel Messaging').waitFor();
		}
		await editor.nodesPanel.choose('Channel Messaging');

		expect(await editor.nodesPanel.entries()).toEqual(
			expect.arrayContaining([
				...operations.map(({ action }) => action),
				'On contact no longer matches',
				'On contact updated',
				'On new matching contact',
			]),
		);
	});

	editorTest('the node is listed under human review', async (editor) => {
		await editor.openEmptyWorkflow();
		await editor.canvas.addFirstStep();
		await editor.nodesPanel.search('manual');
		await editor.nodesPanel.item('Manual Trigger').click();
		await editor.canvas.addNextStep();

		await editor.nodesPanel.item('Human review').click();

		await editor.nodesPanel.item('Channel Messaging').waitFor();
	});
}
