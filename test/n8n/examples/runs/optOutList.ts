import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, executionOf, importExample, received } from '../importedExample';

const offer = expect.stringContaining('all desserts are on us') as string;

/** Contacts who reply with a stop word receive no offers until they reply with a start word. */
export async function optOutList(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('opt-out-list');
	const [amara, jonas, lucia] = contacts().all();
	const startFrom = async (trigger: string): Promise<void> => {
		const { status } = await client.waitForExecution(await client.startWorkflow(workflow, trigger));
		expect(status).toBe('success');
	};
	const recipientsOfCampaign = async (): Promise<readonly string[]> => {
		service.reset();
		await startFrom('Every Monday');
		for (const { item } of received()) expect(item).toEqual({ type: 'text', text: offer });
		return received().map(({ contactId }) => contactId);
	};
	await startFrom('Before the first execution');
	// The second execution reuses the table.
	await startFrom('Before the first execution');
	await client.activateWorkflow(workflow.id);
	const everyone = [amara?.id, jonas?.id, lucia?.id];
	expect([...(await recipientsOfCampaign())].sort()).toEqual([...everyone].sort());

	const reply = async (text: string, phone: string): Promise<void> => {
		const before = (await client.listExecutions(workflow.id)).length;
		await client.postToWebhook('replies', { phone, text });
		expect((await executionOf(workflow.id, before + 1)).status).toBe('success');
	};
	await reply(' Stop! ', '0015550100002');
	await reply('When do you open?', '+1 555-010-0003');

	expect(received().at(-1)).toEqual({
		contactId: jonas?.id,
		item: { type: 'text', text: expect.stringContaining("won't receive any more") as string },
	});
	expect([...(await recipientsOfCampaign())].sort()).toEqual([amara?.id, lucia?.id].sort());

	await reply('Start', '+1 (555) 010-0002');

	expect(received().at(-1)?.contactId).toBe(jonas?.id);
	expect([...(await recipientsOfCampaign())].sort()).toEqual([...everyone].sort());
	await client.deactivateWorkflow(workflow.id);
}
