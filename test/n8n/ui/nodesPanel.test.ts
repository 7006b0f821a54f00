import { operations } from '../../../nodes/ChannelMessaging/operations';
import { expect, test } from './test';

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
	'send message',
	'messenger',
	'crm',
];

test('every search word finds the node, which lists all operations and events', async ({
	editor,
}) => {
	await editor.startWorkflow();

	for (const word of searches) {
		await editor.searchNodes(word);
		await expect(editor.entry('Channel Messaging')).toBeVisible();
	}
	await editor.chooseNode('Channel Messaging');

	await expect
		.poll(() => editor.entries.allInnerTexts())
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
	await editor.searchNodes('manual');
	await editor.entry('Manual Trigger').click();
	await editor.addNextStep();

	await editor.entry('Human review').click();

	await expect(editor.entry('Channel Messaging')).toBeVisible();
});
