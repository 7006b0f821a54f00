import { connectInSequence, newNode, outputOf, type Workflow } from '../../support/n8n';
import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { contactOperation } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { enterForm, firstExecution } from '../examples/importedExample';

const path = 'form-with-query';

/** Returns a workflow that creates a contact from all fields of a form. */
function formWorkflow(): Workflow {
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

/** Map Automatically with the fields that n8n's Form Trigger adds. */
export function formWithQuery(): void {
	test('Map Automatically saves only the fields of a form, without its query parameters', async () => {
		const { client, service } = testEnvironment();
		const workflow = await client.createWorkflow(formWorkflow());
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
