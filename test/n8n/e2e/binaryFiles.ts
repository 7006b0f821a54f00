import { connectInSequence, newNode, type Workflow } from '../../support/n8n';
import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { contact, send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { downloadFile, type DownloadedFile } from '../../support/service';
import { enterForm, firstExecution } from '../examples/importedExample';

const files = [
	{ messageType: 'image', name: 'ñandú 1.png', type: 'image/png', content: 'an image' },
	{ messageType: 'file', name: 'menu.pdf', type: 'application/pdf', content: 'a file' },
	{ messageType: 'audio', name: 'hello.ogg', type: 'audio/ogg', content: 'a recording' },
] as const;

/** Returns a workflow that creates a file and sends it. */
function fileWorkflow({ content, messageType, name, type }: (typeof files)[number]): Workflow {
	const base64 = Buffer.from(content).toString('base64');
	const parameters = send({
		contactId: contact('7'),
		messageType,
		binaryData: '={{ true }}',
		binaryPropertyName: 'file',
	});
	return {
		name: 'Send files',
		nodes: [
			newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
			newNode('Items', ['n8n-nodes-base.code', 2], {
				jsCode: `return ${JSON.stringify([{ json: { base64 } }])};`,
			}),
			newNode('Files', ['n8n-nodes-base.convertToFile', 1.1], {
				operation: 'toBinary',
				sourceProperty: 'base64',
				binaryPropertyName: 'file',
				options: { fileName: name, mimeType: type },
			}),
			channelMessagingNode(parameters),
		],
		connections: connectInSequence('Start', 'Items', 'Files', nodeName),
		settings: { executionOrder: 'v1' },
	};
}

const path = 'form-with-file';

/** Returns a workflow that sends the uploaded file of a form. */
function formWorkflow(): Workflow {
	const form = newNode('Form', ['n8n-nodes-base.formTrigger', 2.3], {
		formTitle: 'Upload',
		formFields: { values: [{ fieldLabel: 'data', fieldType: 'file', multipleFiles: false }] },
		options: {},
	});
	const parameters = send({
		contactId: contact('7'),
		messageType: 'file',
		binaryData: true,
	});
	return {
		name: 'Send the file of a form',
		nodes: [{ ...form, webhookId: path }, channelMessagingNode(parameters)],
		connections: connectInSequence('Form', nodeName),
		settings: { executionOrder: 'v1' },
	};
}

/** Downloads the file of the only accepted message. */
async function receivedFile(): Promise<DownloadedFile> {
	const { messages } = testEnvironment().service;
	const urls = messages.map(({ item }) => ('url' in item ? item.url : ''));
	expect(urls).toHaveLength(1);
	return await downloadFile(urls.join());
}

/** Messages with files of the workflow. The service downloads images and audio files, as a provider does. */
export function binaryFiles(): void {
	beforeEach(() => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
	});

	test.each(files)(
		'the $name of an item can be downloaded with its name and type',
		async (file) => {
			const { name, type, content } = file;

			const execution = await testEnvironment().client.runWorkflow(fileWorkflow(file));

			expect(execution).toMatchObject({ status: 'success' });
			expect(await receivedFile()).toEqual({ name, type, bytes: Buffer.from(content) });
		},
	);

	test('the link to a file of a form still works after the execution', async () => {
		const { client } = testEnvironment();
		const workflow = await client.createWorkflow(formWorkflow());
		await client.activateWorkflow(workflow.id);

		await enterForm(path, [new Blob(['a,b'], { type: 'text/csv' })]);
		const execution = await firstExecution(workflow.id);

		expect(execution).toMatchObject({ status: 'success' });
		expect(await receivedFile()).toEqual({
			name: 'recipients.csv',
			type: 'text/csv',
			bytes: Buffer.from('a,b'),
		});
	});
}
