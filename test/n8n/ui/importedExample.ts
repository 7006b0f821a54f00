import { join } from 'node:path';
import { examplesFolder } from '../examples/exampleFolder';
import { inEditor } from './fixture/inEditor';

/** What a person meets who imports an example and forgets the credential. */
export function importedExample(): void {
	inEditor('the canvas says that a credential is missing', async (editor) => {
		const { canvas, nodeView } = editor;
		await editor.openEmptyWorkflow();
		await canvas.import(join(examplesFolder, 'send-a-welcome-message', 'workflow.json'));

		await canvas.issue('Send Welcome').hover();
		await editor.page.getByText('Credentials for Channel Messaging are not set').waitFor();

		await canvas.open('Send Welcome');
		await nodeView.chooseCredential('Channel Messaging account');
		await nodeView.close();
		await canvas.issue('Send Welcome').waitFor({ state: 'hidden' });
	});
}
