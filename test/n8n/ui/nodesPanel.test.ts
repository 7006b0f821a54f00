import { operations } from '../../../nodes/ChannelMessaging/operations';
import { expect, test } from './fixture/test';

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

test('every search word finds the node, which lists all operations and events', async ({
	editor,
}) => {
	await editor.startWorkflow();

	for (const word of searches) {
		await editor.nodesPanel.search(word);
		await expect(editor.nodesPanel.entry('Channel Messaging')).toBeVisible();
	}
	await editor.nodesPanel.choose('Channel Messaging');

	await expect
		.poll(() => editor.nodesPanel.entries.allInnerTexts())
		.toEqual(
			expect.arrayContaining([
				...operations.map(({ action }) => action),
				'On contact no longer matches',
				'On contact updated',
				'On new matching contact',
			]),
		);
});

test('the node is listed under human review', async ({ editor }) => {
	await editor.startWorkflow();
	await editor.nodesPanel.search('manual');
	await editor.nodesPanel.entry('Manual Trigger').click();
	await editor.addNextStep();

	await editor.nodesPanel.entry('Human review').click();

	await expect(editor.nodesPanel.entry('Channel Messaging')).toBeVisible();
});
