import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import {
	contacts,
	enterForm,
	executionOf,
	importExample,
	phoneOf,
	received,
} from '../importedExample';

/** The form's test page sends the link of the pinned file to the contact. */
export async function uploadAFileAndSendItsLink(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('upload-a-file-and-send-its-link');
	await client.waitForTestEvent(workflow, 'Submit file');

	await enterForm('file-form', [phoneOf(0), new Blob(['%PDF-1.7'])], 'form-test');

	expect((await executionOf(workflow.id, 1)).status).toBe('success');
	expect(received()).toEqual([
		{
			contactId: contacts().all()[0]?.id,
			item: {
				type: 'text',
				text: expect.stringMatching(
					/^Your document invoice-1042\.pdf is ready: https:\/\/drive\.google\.com\/file\/d\/\w+\/view$/,
				) as string,
			},
		},
	]);
}
