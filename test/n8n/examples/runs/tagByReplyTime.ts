import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, firstExecution, importExample, phoneOf } from '../importedExample';

/** A quick reply replaces the tag "replies slowly" with "replies quickly". */
export async function tagByReplyTime(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('tag-by-reply-time');
	await client.activateWorkflow(workflow.id);
	const [contact] = contacts().all();
	contacts().addTags(contact?.id ?? '', ['replies slowly']);

	await client.postToWebhook('reply-times', {
		phone: phoneOf(0),
		askedAt: '2026-03-02T09:00:00Z',
		repliedAt: '2026-03-02T09:59:00Z',
	});

	expect((await firstExecution(workflow.id)).status).toBe('success');
	const tags = contacts().get(contact?.id ?? '')?.tags;
	expect(tags).toContain('replies quickly');
	expect(tags).not.toContain('replies slowly');
}
