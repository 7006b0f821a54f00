import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

/** The contact with the phone number gets one message. */
export async function sendAWelcomeMessage(): Promise<void> {
	const workflow = await importExample('send-a-welcome-message');

	const execution = await testEnvironment().client.runWorkflow(workflow);

	expect(execution.status).toBe('success');
	expect(received()).toEqual([
		{
			contactId: contacts().all()[0]?.id,
			item: {
				type: 'text',
				text: 'Hello Amara, welcome! Write to us here whenever you need help.',
			},
		},
	]);
}
