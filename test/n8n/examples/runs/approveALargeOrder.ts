import { askedIn, press } from '../../../support/running/question';
import { theRunning } from '../../../support/running/running';
import { contacts, importExample, received } from '../importedExample';

/** The colleague decides, and the customer hears of it. */
export async function approveALargeOrder(): Promise<void> {
	const { client, service } = theRunning();
	const workflow = await importExample('approve-a-large-order');
	const [customer, colleague] = contacts().all();

	for (const [label, heard] of [
		['Accept', 'Your order 1042 is accepted. Thank you!'],
		['Decline', "We are sorry that we can't accept your order 1042. We will write to you."],
	] as const) {
		service.reset();
		const { executionId, links } = await askedIn(await client.startWorkflow(workflow));
		await press(links[label]);

		expect((await client.waitForExecution(executionId)).status).toBe('success');
		expect(received()).toEqual([
			{
				contactId: colleague?.id,
				item: { type: 'text', text: expect.stringContaining('comes to 480 euros') as string },
			},
			{ contactId: customer?.id, item: { type: 'text', text: heard } },
		]);
	}
}
