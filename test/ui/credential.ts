import { theRunning } from '../running/running';
import { inEditor } from './fixture/inEditor';

/** How a user connects n8n with a channel. */
export function credential(): void {
	inEditor('a wrong token is refused in red, the right one accepted in green', async (editor) => {
		const { service } = theRunning();
		const { canvas, credentialDialog, nodesPanel, nodeView } = editor;
		await editor.openEmptyWorkflow();
		await canvas.addFirstStep();
		await nodesPanel.add('Channel Messaging', 'Send message');

		await nodeView.createCredential();
		await credentialDialog.parameters.enter('baseUrl', service.url);
		await credentialDialog.parameters.enter('token', 'not-the-token');
		await credentialDialog.save();
		await credentialDialog.refused('API Token is invalid.');

		await credentialDialog.parameters.enter('token', service.token);
		await credentialDialog.save();
		await credentialDialog.accepted();

		const testsBefore = service.calls.length;
		await credentialDialog.retry();
		await credentialDialog.accepted();
		expect(service.calls.length).toBeGreaterThan(testsBefore);

		await credentialDialog.close();
		expect(await nodeView.credential()).toMatch(/^Channel Messaging account/);
		expect(service.messages).toEqual([]);
	});
}
