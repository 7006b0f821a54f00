import type { INodeParameters } from 'n8n-workflow';

import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { contact, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Editor } from './editor';
import { expect, test } from './test';

/** Opens the node in a new workflow after the node before it was executed. */
async function openAfterInput(
	editor: Editor,
	parameters: INodeParameters,
	items: Array<Record<string, string>>,
): Promise<void> {
	const workflow = workflowOf({ parameters, items });
	const nodes = workflow.nodes.map((node, index) => ({
		...node,
		position: [index * 240, 0] satisfies [number, number],
	}));
	const { id } = await testEnvironment().client.createWorkflow({ ...workflow, nodes });
	await editor.openWorkflow(id);
	await editor.openNode('Items');
	await editor.execute();
	await editor.waitForSuccess();
	await editor.closeNode();
	await editor.openNode(nodeName);
}

const fixedContact = 'All items go to the same contact';

test('before an execution, the editor warns that all items go to one contact', async ({
	editor,
	service,
}) => {
	const { id = '' } = service.contacts.all()[0] ?? {};
	const items = [{ text: 'Hi' }, { text: 'Hello' }];

	await openAfterInput(editor, sendText({ contactId: contact(id) }), items);

	await expect(editor.output.getByText(fixedContact)).toBeVisible();
});

const testFirst = 'To check the messages first';

test('the editor suggests a test if each item has its own contact', async ({ editor }) => {
	const items = [{ contactId: '1' }, { contactId: '2' }];

	await openAfterInput(editor, sendText({ text: 'Hi' }), items);

	await expect(editor.output.getByText(testFirst)).toBeVisible();
	await expect(editor.output.getByText(fixedContact)).toBeHidden();
	await editor.closeNode();
});

test('the editor suggests no test for one item, or if the option is set', async ({ editor }) => {
	const items = [{ contactId: '1' }, { contactId: '2' }];
	const tested = sendText({ text: 'Hi', options: { checkWithoutSending: false } });

	for (const [parameters, input] of [
		[sendText({ text: 'Hi' }), items.slice(1)],
		[tested, items],
	] as const) {
		await openAfterInput(editor, parameters, [...input]);
		await expect(editor.output.getByText('No output data')).toBeVisible();
		await expect(editor.output.getByText(testFirst)).toBeHidden();
		await editor.closeNode();
	}
});

test('Test Without Sending shows all results in one box', async ({ editor, service }) => {
	const [first, second] = service.contacts
		.all()
		.map(({ custom_fields: { phone = '' } }) => ({ phone, name: '' }));
	const missing = { phone: '+442079460999', name: 'Eva' };
	const parameters = sendText({
		contactId: contact('={{ $json.phone }}', 'phone'),
		text: '=Hello {{ $json.name }}, your table is booked.',
		options: { checkWithoutSending: true, ifContactNotFound: 'skip' },
	});
	const items = [first, second, first, missing].map((item) => ({ ...missing, ...item }));

	await openAfterInput(editor, parameters, items);
	await editor.execute();

	await expect(editor.output.getByText('Would send 3 messages to 2 contacts')).toBeVisible();
	await expect(editor.output.getByRole('alert')).toHaveCount(1);
	await expect(
		editor.output.getByText('1 contact not found, 1 item repeats a contact'),
	).toBeVisible();
	await expect(editor.output.getByText('Nothing was sent')).toBeVisible();
	await expect(editor.output.getByText('an expression returned nothing')).toBeVisible();
	await editor.closeNode();
});
