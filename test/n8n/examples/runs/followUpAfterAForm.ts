import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import {
	contacts,
	contactWith,
	enterForm,
	executionOf,
	importExample,
	received,
} from '../importedExample';

const phone = '+34600109001';

const spellings = ['+34 600 109 001', '0034 600-109-001', '(600) 109.001'];

/** Entries with the same phone number create one tagged contact. Each entry sends a question. */
export async function followUpAfterAForm(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('follow-up-after-a-form', {
		change: (node) =>
			node.name === 'Wait an hour'
				? { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
				: node,
	});
	await client.activateWorkflow(workflow.id);
	const before = contacts().findByField('firstName', 'Ana').length;

	for (const [index, spelling] of spellings.entries()) {
		await enterForm('appointment-form', ['Ana', spelling]);
		expect((await executionOf(workflow.id, index + 1)).status).toBe('success');
	}

	const ana = contactWith('phone', phone);
	expect(ana).toMatchObject({
		custom_fields: { firstName: 'Ana', phone },
		tags: ['lead', 'appointment form'],
	});
	const question = {
		contactId: ana?.id,
		item: {
			type: 'quick_reply',
			title: 'Hello Ana, when would you like to come?',
			replies: ['Morning', 'Afternoon', 'Please call me'],
		},
	};
	expect(received()).toEqual(spellings.map(() => question));
	expect(contacts().findByField('firstName', 'Ana')).toHaveLength(before + 1);
}
