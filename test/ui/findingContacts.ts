import { theRunning } from '../running/running';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { inEditor } from './fixture/inEditor';

/** How a user says whom a message is for. */
export function findingContacts(): void {
	inEditor(
		'a contact is found in the list by its phone number, and gets the message',
		async (editor) => {
			const { service } = theRunning();
			const [contact] = service.contacts.all();
			const { parameters } = editor.nodeView;
			await addChannelMessaging(editor, 'Send message');
			const contactParameter = parameters.locator('contactId');

			await contactParameter.search(contact?.custom_fields['phone'] ?? '');
			const listed = await contactParameter.listed();
			expect(listed).toHaveLength(1);
			expect(listed[0]).toContain('Amara Okafor');
			await contactParameter.take('Amara Okafor');
			expect(await contactParameter.chosen()).toContain('Amara Okafor');

			await parameters.enter('text', 'Hello from the list');
			await editor.nodeView.execute();
			await editor.nodeView.succeeded();
			expect(service.messages).toMatchObject([
				{ contactId: contact?.id, item: { text: 'Hello from the list' } },
			]);
		},
	);

	inEditor('a phone number that nobody has is said so, and nothing is sent', async (editor) => {
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		await parameters.locator('contactId').enter('By Phone', '+15550100000');
		await parameters.enter('text', 'Hello');

		await editor.nodeView.execute();

		const failure = await editor.nodeView.failure();
		expect(failure.message).toContain("No contact has the phone '+15550100000'");
		expect(failure.description).toContain('Create or Update');
		expect(theRunning().service.messages).toEqual([]);
	});
}
