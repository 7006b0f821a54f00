import { theRunning } from '../../support/running/running';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { inEditor } from './fixture/inEditor';

/** How a user says whom a message is for. */
export function findingContacts(): void {
	inEditor('a contact is found in the list, whose advice chooses nobody', async (editor) => {
		const { service } = theRunning();
		const [contact] = service.contacts.all();
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		const contactParameter = parameters.locator('contactId');
		const advice = 'Type a name, phone, email, ID, or city=Lugo';

		await contactParameter.open();
		expect(await contactParameter.listed()).toEqual([advice]);
		await contactParameter.take(advice);
		await parameters.enter('text', 'Hello from the list');
		await editor.nodeView.execute();
		await editor.notice('The workflow has issues');
		expect(service.calls).toEqual([]);

		await contactParameter.open();
		await contactParameter.typeSearch(contact?.custom_fields['phone'] ?? '');
		await contactParameter.shows('Amara Okafor');
		expect(await contactParameter.listed()).toHaveLength(1);
		await contactParameter.take('Amara Okafor');
		expect(await contactParameter.chosen()).toContain('Amara Okafor');
		await editor.nodeView.execute();
		await editor.nodeView.succeeded();
		expect(service.messages).toMatchObject([
			{ contactId: contact?.id, item: { text: 'Hello from the list' } },
		]);
	});

	inEditor('a campaign is checked, and somebody who is not found is skipped', async (editor) => {
		const { service } = theRunning();
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		await parameters.locator('contactId').enter('Phone', '+1 555-010-0000');
		await parameters.enter('text', 'Hello');
		for (const label of ['Test Without Sending', 'Clean Phone Numbers', 'If Contact Not Found']) {
			await parameters.addOption(label);
		}
		await parameters.turnOn('cleanPhoneNumbers');
		await parameters.choose('ifContactNotFound', 'Skip');

		await editor.nodeView.execute();
		await editor.nodeView.succeeded();
		await editor.nodeView.outputAsJson(/Skipped: No contact has the phone '\+15550100000'/);

		const [contact] = service.contacts.all();
		await parameters.locator('contactId').enter('Phone', contact?.custom_fields['phone'] ?? '');
		await editor.nodeView.execute();
		await editor.nodeView.outputAsJson(/checked/);
		expect(service.messages).toEqual([]);
	});
}
