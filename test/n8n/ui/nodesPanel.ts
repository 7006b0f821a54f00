import { operations } from '../../../nodes/ChannelMessaging/operations';
import { editorTest } from './fixture/editorTest';

/** What people type who look for a way to reach their customers. */
const searched = [
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

/** Where a user first meets the node. */
export function nodesPanel(): void {
	editorTest('the node is found, with an action for each operation and event', async (editor) => {
		await editor.openEmptyWorkflow();
		await editor.canvas.addFirstStep();

		for (const word of searched) {
			await editor.nodesPanel.search(word);
			await editor.nodesPanel.item('Channel Messaging').waitFor();
		}
		await editor.nodesPanel.choose('Channel Messaging');

		expect(await editor.nodesPanel.listed()).toEqual(
			expect.arrayContaining([
				...operations.map(({ action }) => action),
				'On contact no longer matches',
				'On contact updated',
				'On new matching contact',
			]),
		);
	});

	editorTest(
		'The node is listed under human review, with Send and Wait for Response',
		async (editor) => {
			await editor.openEmptyWorkflow();
			await editor.canvas.addFirstStep();
			await editor.nodesPanel.search('manual');
			await editor.nodesPanel.item('Trigger manually').click();
			await editor.canvas.addNextStep();

			await editor.nodesPanel.item('Human review').click();
			await editor.nodesPanel.item('Channel Messaging').click();

			await editor.nodesPanel.item('Send message and wait for response').waitFor();
		},
	);
}
