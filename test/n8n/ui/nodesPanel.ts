import { operations } from '../../../nodes/ChannelMessaging/operations';
import { inEditor } from './fixture/inEditor';

/** Where a user first meets the node. */
export function nodesPanel(): void {
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
