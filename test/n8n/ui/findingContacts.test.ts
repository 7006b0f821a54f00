import { expect, test } from './test';

test('the contact list finds a contact, and its hint is not a contact', async ({
	editor,
	environment,
	service,
}) => {
	const [contact] = service.contacts.all();
	const { page, parameters } = editor;
	await editor.startWorkflow();
	await editor.addNode('Channel Messaging', 'Send message');
	await editor.chooseCredential(environment.credential.name);
	const hint = 'Type a name, phone, email, ID, or city=Lugo';

	await parameters.openList('contactId');
	await expect(parameters.entries).toHaveText([hint]);
	await parameters.select(hint);
	await parameters.enter('text', 'Hello from the list');
	await editor.execute();
	await page.getByRole('alert').filter({ hasText: 'The workflow has issues' }).first().waitFor();
	expect(service.requests).toEqual([]);

	await parameters.openList('contactId');
	// If a search takes more than 4.5 seconds, the list fails until the text changes.
	await expect(async () => {
		await parameters.search('');
		await parameters.search(contact?.custom_fields['phone'] ?? '');
		await expect(parameters.entries).toHaveText([/Amara Okafor/], { timeout: 15_000 });
	}).toPass({ timeout: 120_000 });
	await parameters.select('Amara Okafor');
	await editor.execute();
	await editor.waitForSuccess();
	expect(service.messages).toMatchObject([
		{ contactId: contact?.id, item: { text: 'Hello from the list' } },
	]);
});
