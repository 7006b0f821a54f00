import { publishTrigger } from '../../support/fixtures/publishedTrigger';
import {
	testEnvironment,
	withCredentialData,
	wrongToken,
} from '../../support/fixtures/testEnvironment';
import { releases, testedRelease, waitFor } from '../../support/n8n';
import { newMatch } from './trigger';

/**
 * Models how n8n handles a trigger that can't start. Since 2.41, it publishes the workflow before
 * that.
 */
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
