import { addChannelMessaging } from './fixture/addChannelMessaging';
import { expect, test } from './fixture/test';

test('the list finds a contact, and its hint selects none', async ({ editor, service }) => {
	const [contact] = service.contacts.all();
	const { parameters } = editor.nodeView;
	await addChannelMessaging(editor, 'Send message');
	const contactParameter = parameters.locator('contactId');
	const hint = 'Type a name, phone, email, ID, or city=Lugo';

	await contactParameter.open();
	await expect(contactParameter.entries).toHaveText([hint]);
	await contactParameter.select(hint);
	await parameters.enter('text', 'Hello from the list');
	await editor.nodeView.execute();
	await editor.waitForNotice('The workflow has issues');
	expect(service.requests).toEqual([]);

	await contactParameter.open();
	// A search that takes longer than 4.5 seconds fails until the text changes.
	await expect(async () => {
		await contactParameter.typeSearch('');
		await contactParameter.typeSearch(contact?.custom_fields['phone'] ?? '');
		await expect(contactParameter.entries).toHaveText([/Amara Okafor/], { timeout: 15_000 });
	}).toPass({ timeout: 120_000 });
	await contactParameter.select('Amara Okafor');
	await expect(contactParameter.box).toHaveValue(/Amara Okafor/);
	await editor.nodeView.execute();
	await editor.nodeView.waitForSuccess();
	expect(service.messages).toMatchObject([
		{ contactId: contact?.id, item: { text: 'Hello from the list' } },
	]);
});
