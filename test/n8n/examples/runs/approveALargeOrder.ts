import { waitForQuestion, submitAnswer } from '../../../support/fixtures/question';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

/** The customer receives the colleague's decision. */
export async function approveALargeOrder(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('approve-a-large-order');
	const [customer, colleague] = contacts().all();

	for (const [label, text] of [
		['Accept', 'We have accepted your order 1042. Thank you!'],
		['Decline', "We're sorry, we can't accept your order 1042. We'll contact you."],
	] as const) {
		service.reset();
		const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));
		await submitAnswer(links[label]);

		expect((await client.waitForExecution(executionId)).status).toBe('success');
		expect(received()).toEqual([
			{
				contactId: colleague?.id,
				item: { type: 'text', text: expect.stringContaining('costs 480 euros') as string },
			},
			{ contactId: customer?.id, item: { type: 'text', text } },
		]);
	}
}
