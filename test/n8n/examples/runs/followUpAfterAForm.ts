import { theRunning } from '../../../support/running/running';
import {
	contactWith,
	enterForm,
	firstExecution,
	importExample,
	received,
} from '../importedExample';

/** A form entry becomes a contact with tags, who is asked a question. */
export async function followUpAfterAForm(): Promise<void> {
	const { client } = theRunning();
	const workflow = await importExample('follow-up-after-a-form', {
		change: (node) =>
			node.name === 'Wait an Hour'
				? { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
				: node,
	});
	await client.activateWorkflow(workflow.id);

	await enterForm('appointment-form', ['Ana', '+15550109001']);

	expect((await firstExecution(workflow.id)).status).toBe('success');
	const ana = contactWith('phone', '+15550109001');
	expect(ana).toMatchObject({
		custom_fields: { firstName: 'Ana', phone: '+15550109001' },
		tags: ['lead', 'appointment form'],
	});
	expect(received()).toEqual([
		{
			contactId: ana?.id,
			item: {
				type: 'quick_reply',
				title: 'Hello Ana, when would you like to come?',
				replies: ['Morning', 'Afternoon', 'Call me, please'],
			},
		},
	]);
}
