import { addChannelMessaging } from './fixture/addChannelMessaging';
import { expect, test } from './fixture/test';

test('an eleventh reply is an issue that prevents sending', async ({ editor, service }) => {
	const { parameters } = editor.nodeView;
	const [contact] = service.contacts.all();
	await addChannelMessaging(editor, 'Send message');
	await parameters.locator('contactId').enter('By ID', contact?.id ?? '');
	await parameters.choose('messageType', 'Quick Reply');
	await expect(editor.page.getByText('Up to 10 replies of up to 20 characters each')).toBeVisible();
	await parameters.enter('title', 'How many?');
	const replies = Array.from({ length: 11 }, (_, row) => String(row));
	for (const [row, reply] of replies.entries()) {
		if (row > 0) await parameters.addRow('replies');
		await parameters.enter('text', reply, row);
	}

	expect(await parameters.readIssue('replies')).toContain('10');
	await editor.nodeView.execute();
	await editor.waitForNotice('The workflow has issues');
	expect(service.messages).toEqual([]);

	await parameters.removeLastRow('replies');
	await expect(parameters.issue('replies')).toBeHidden();
	await editor.nodeView.execute();
	await editor.nodeView.waitForSuccess();
	expect(service.messages).toMatchObject([
		{ item: { type: 'quick_reply', replies: replies.slice(0, 10) } },
	]);
});

test('the URL of a file has a hint that it must be public', async ({ editor }) => {
	await addChannelMessaging(editor, 'Send message');
	await editor.nodeView.parameters.choose('messageType', 'Image');
	await expect(
		editor.page.getByText('A public address: the service itself fetches the file'),
	).toBeVisible();
});
