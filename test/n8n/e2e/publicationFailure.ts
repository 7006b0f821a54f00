import { publishTrigger } from '../../support/fixtures/publishedTrigger';
import {
	testEnvironment,
	withCredentialData,
	wrongToken,
} from '../../support/fixtures/testEnvironment';
import { releases, testedRelease, waitFor } from '../../support/n8n';
import { newMatch } from './trigger';

/** Since 2.41, n8n publishes a workflow before it starts the trigger, which can fail. */
export function publicationFailure(): void {
	if (testedRelease !== releases['n8n-2.41.1']) {
		test('an invalid token prevents publication', async () => {
			await withCredentialData({ token: wrongToken }, async () => {
				await expect(publishTrigger(newMatch('lead'))).rejects.toThrow('API Token is invalid');
			});
		});
		return;
	}
	test('an invalid token is shown as the status of the publication', async () => {
		await withCredentialData({ token: wrongToken }, async () => {
			const { workflowId } = await publishTrigger(newMatch('lead'));
			const publication = await waitFor('the end of the publication', async () => {
				const found = await testEnvironment().client.publicationStatus(workflowId);
				return found.status !== 'in_progress' && found;
			});
			expect(publication).toEqual({
				status: 'failed',
				triggers: [{ errorMessage: expect.stringContaining('API Token is invalid') as string }],
			});
		});
	});
}
