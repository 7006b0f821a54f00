import { connectInSequence, newNode, outputOf, type Workflow } from '../../support/n8n';
import { contactOperation } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { enterForm, firstExecution } from '../examples/importedExample';

const path = 'form-with-query';

/** Saves every field of a form. */
function savingWorkflow(): Workflow {
	const form = newNode('Form', ['n8n-nodes-base.formTrigger', 2.3], {
		formTitle: 'Newsletter',
		formFields: { values: [{ fieldLabel: 'firstName' }, { fieldLabel: 'email' }] },
		options: {},
	});
	const parameters = contactOperation('create', { mappingMode: 'autoMapInputData' });
	return {
		name: 'Save a form',
		nodes: [{ ...form, webhookId: path }, channelMessagingNode(parameters)],
		connections: connectInSequence('Form', nodeName),
		settings: { executionOrder: 'v1' },
	};
}

/** Map Automatically with what n8n's Form Trigger adds to an entry. */
export function formWithQuery(): void {
	test('a form opened through a link with a query saves its fields', async () => {
		const { client, service } = testEnvironment();
		const workflow = await client.createWorkflow(savingWorkflow());
		await client.activateWorkflow(workflow.id);

		await enterForm(`${path}?utm_source=newsletter`, ['Ana', 'ana@form.example']);
		const execution = await firstExecution(workflow.id);

		expect(outputOf(execution, 'Form')[0]?.json).toMatchObject({
			formQueryParameters: { utm_source: 'newsletter' },
		});
		expect(execution.status).toBe('success');
		const fields = { firstName: 'Ana', email: 'ana@form.example' };
		const saved = service.contacts.findByField('email', fields.email);
		expect(saved.map(({ custom_fields: custom }) => custom)).toEqual([fields]);
	});
}
