import type { Locator, Page } from '@playwright/test';
import { connectInSequence, newNode } from '../../test/support/n8n';
import { waitForQuestion } from '../../test/support/fixtures/question';
import type { TestEnvironment } from '../../test/support/fixtures/testEnvironment';
import type { Editor } from '../../test/n8n/ui/editor/editor';
import type { Example } from '../demo/exampleWorkflows';

export interface Props {
	readonly running: TestEnvironment;
	readonly examples: readonly Example[];
}

/** Shows something in the editor, and returns the part of the page for the picture. */
type Scene = (editor: Editor, props: Props) => Promise<Page | Locator>;

function exampleId(examples: Props['examples'], name: string): string {
	const id = examples.find(({ folder }) => folder === name)?.id;
	if (id === undefined) throw new Error(`There is no example "${name}"`);
	return id;
}

/** A new workflow with one action of the node, open. */
async function openNode(editor: Editor, action: string): Promise<void> {
	await editor.openEmptyWorkflow();
	await editor.canvas.addFirstStep();
	await editor.nodesPanel.add('Channel Messaging', action);
}

const actions: Scene = async (editor) => {
	await editor.openEmptyWorkflow();
	await editor.canvas.addFirstStep();
	await editor.nodesPanel.choose('Channel Messaging');
	// All actions, without scrolling.
	await editor.page.setViewportSize({ width: 1280, height: 1060 });
	return editor.page.getByTestId('node-creator');
};

const credential: Scene = async (editor) => {
	await openNode(editor, 'Send message');
	await editor.nodeView.openCredential();
	await editor.credentialDialog.waitForSuccess();
	const dialog = editor.page.getByTestId('editCredential-modal');
	// Users enter an HTTPS URL. The local service only supports HTTP.
	await dialog
		.getByRole('textbox')
		.first()
		.evaluate((input: object) => {
			Object.assign(input, { value: 'https://channel.example.com' });
		});
	return dialog;
};

/** Replaces the local service's phone numbers, which aren't valid in any country. */
function setPhoneNumbers({ contacts }: Props['running']['service']): void {
	for (const [index, { id }] of contacts.all().entries()) {
		const value = `+346000000${String(index + 1).padStart(2, '0')}`;
		contacts.update(id, [{ name: 'phone', value }]);
	}
}

const findContact: Scene = async (editor, { running }) => {
	setPhoneNumbers(running.service);
	const [, , contact] = running.service.contacts.all();
	await openNode(editor, 'Send message');
	await editor.nodeView.parameters
		.locator('contactId')
		.search(contact?.custom_fields['phone'] ?? '');
	return editor.page.getByTestId('ndv');
};

/** The README's example: a list, and expressions for contact and text. */
const send: Scene = async (editor, { running }) => {
	const { client, credential, service } = running;
	setPhoneNumbers(service);
	const guests = service.contacts
		.all()
		.slice(0, 3)
		.map(({ custom_fields: { firstName, phone } }) => ({ name: firstName, phone }));
	const names = ['When clicking ‘Execute workflow’', 'Guests', 'Split Out Guests', 'Send message'];
	const [trigger = '', list = '', split = '', message = ''] = names;
	const { id } = await client.createWorkflow({
		name: 'Table reservations',
		nodes: [
			newNode(trigger, ['n8n-nodes-base.manualTrigger', 1]),
			newNode(list, ['n8n-nodes-base.set', 3.4], {
				mode: 'raw',
				jsonOutput: JSON.stringify({ guests }),
			}),
			newNode(split, ['n8n-nodes-base.splitOut', 1], { fieldToSplitOut: 'guests' }),
			{
				...newNode(message, ['n8n-nodes-channel-messaging.channelMessaging', 1], {
					contactId: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
					text: '=Hello {{ $json.name }}, your table is booked.',
				}),
				credentials: { [credential.type]: credential },
			},
		].map((node, index) => ({ ...node, position: [index * 220, 0] })),
		connections: connectInSequence(...names),
	});
	await editor.openWorkflow(id);
	await editor.canvas.execute();
	await editor.waitForNotice('Workflow executed successfully');
	await editor.canvas.open(message);
	await editor.nodeView.waitForSuccess();
	// The table is too wide for the picture.
	await editor.nodeView.output().getByTestId('radio-button-schema').click();
	return editor.page.getByTestId('ndv');
};

const failure: Scene = async (editor) => {
	const { parameters } = editor.nodeView;
	await openNode(editor, 'Send message');
	await parameters.locator('contactId').enter('Phone', '+34600000099');
	await parameters.enter('text', 'Your table is ready.');
	await editor.nodeView.execute();
	await editor.nodeView.error();
	return editor.page.getByTestId('ndv');
};

/** The answer page on a phone. */
const answerPage: Scene = async ({ page }, { examples, running }) => {
	const id = exampleId(examples, 'approve-a-large-order');
	const { links } = await waitForQuestion(await running.client.startWorkflow(id), running);
	await page.setViewportSize({ width: 390, height: 480 });
	await page.goto(links['Accept'] ?? '');
	return page;
};

/** A custom form on a phone. */
const customForm: Scene = async ({ page }, { running }) => {
	const { client, credential, service } = running;
	const names = ['When clicking ‘Execute workflow’', 'Ask for details'];
	const [trigger = '', question = ''] = names;
	const [guest] = service.contacts.all();
	const options = (...labels: string[]) => ({ values: labels.map((option) => ({ option })) });
	const { id } = await client.createWorkflow({
		name: 'Details of a booking',
		nodes: [
			newNode(trigger, ['n8n-nodes-base.manualTrigger', 1]),
			{
				...newNode(question, ['n8n-nodes-channel-messaging.channelMessaging', 1], {
					operation: 'sendAndWait',
					contactId: { __rl: true, mode: 'id', value: guest?.id ?? '' },
					message: 'Please tell us a few details, so that your table is ready.',
					responseType: 'customForm',
					formFields: {
						values: [
							{ fieldLabel: 'Name', placeholder: 'e.g. Ana Souto', requiredField: true },
							{ fieldLabel: 'How many guests?', fieldType: 'number', requiredField: true },
							{
								fieldLabel: 'When will you arrive?',
								fieldType: 'radio',
								fieldOptions: options('13:30', '14:30'),
								requiredField: true,
							},
							{
								fieldLabel: 'Allergies',
								fieldType: 'checkbox',
								fieldOptions: options('Gluten', 'Nuts'),
							},
						],
					},
					options: { responseFormTitle: 'Your table on Saturday' },
				}),
				credentials: { [credential.type]: credential },
			},
		],
		connections: connectInSequence(...names),
	});
	const { links } = await waitForQuestion(await client.startWorkflow(id), running);
	await page.setViewportSize({ width: 375, height: 790 });
	await page.goto(links['Respond'] ?? '');
	return page;
};

/** The pictures of the README by file name. */
export const scenes: Readonly<Record<string, Scene>> = {
	actions,
	credential,
	'find-contact': findContact,
	send,
	failure,
	'answer-page': answerPage,
	'custom-form': customForm,
};
