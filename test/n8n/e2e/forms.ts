import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Execution, newNode, outputOf, sequentialWorkflow } from '../../support/n8n';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contactOperation } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { enterForm, executionAfter } from '../examples/importedExample';

export async function executeForm(
	fields: IDataObject[],
	parameters: INodeParameters,
	answers: readonly (Blob | string)[],
	query = '',
): Promise<Execution> {
	const { client } = testEnvironment();
	const path = randomUUID();
	const form = newNode('Form', ['n8n-nodes-base.formTrigger', 2.3], {
		formTitle: 'Form',
		formFields: { values: fields as INodeParameters[] },
		options: {},
	});
	const nodes = [{ ...form, webhookId: path }, channelMessagingNode(parameters)];
	const { id } = await client.createWorkflow(sequentialWorkflow('Form', nodes));
	await client.activateWorkflow(id);
	await enterForm(path + query, answers);
	return await executionAfter(0, id);
}

/** Map Automatically with the fields that n8n's Form Trigger adds. */
export function mapFormAutomatically(): void {
	test('Map Automatically saves only the fields of a form, without its query parameters', async () => {
		const execution = await executeForm(
			[{ fieldLabel: 'firstName' }, { fieldLabel: 'email' }],
			contactOperation('create', { mappingMode: 'autoMapInputData' }),
			['Ana', 'ana@form.example'],
			'?utm_source=newsletter',
		);

		expect(outputOf(execution, 'Form')[0]?.json).toMatchObject({
			formQueryParameters: { utm_source: 'newsletter' },
		});
		expect(execution.status).toBe('success');
		const fields = { firstName: 'Ana', email: 'ana@form.example' };
		const saved = testEnvironment().service.contacts.findByField('email', fields.email);
		expect(saved.map(({ custom_fields: custom }) => custom)).toEqual([fields]);
	});
}
