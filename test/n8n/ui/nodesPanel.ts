import { operations } from '../../../nodes/ChannelMessaging/operations';
import { inEditor } from './fixture/inEditor';

/** What people type who look for a way to reach their customers. */
const searched = ['sms', 'text', 'whatsapp', 'phone', 'broadcast', 'newsletter', 'viber'];

/** Where a user first meets the node. */
export function nodesPanel(): void {
	inEditor('the node is found by what people search for', async (editor) => {
		await editor.openEmptyWorkflow();
		await editor.canvas.addFirstStep();

		for (const word of searched) {
			await editor.nodesPanel.search(word);
			await editor.nodesPanel.item('Channel Messaging').waitFor();
		}
	});

	inEditor(
		'the node is found by its name, and has an action for each operation and event',
		async (editor) => {
			await editor.openEmptyWorkflow();
			await editor.canvas.addFirstStep();

			await editor.nodesPanel.choose('Channel Messaging');

			const listed = await editor.nodesPanel.listed();
			expect(listed).toEqual(
				expect.arrayContaining([
					...operations.map(({ action }) => action),
					'On contact changes',
					'On contact matches',
					'On contact stops matching',
				]),
			);
		},
	);
}
