import {
	itemsNode,
	manualTrigger,
	newNode,
	sequentialWorkflow,
	type Workflow,
} from '../../support/n8n';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contact, send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { downloadFile } from '../../support/service';
import { executeForm } from './forms';

const files = [
	{ messageType: 'image', name: 'ñandú 1.png', type: 'image/png', content: 'an image' },
	{ messageType: 'file', name: 'menu.pdf', type: 'application/pdf', content: 'a file' },
	{ messageType: 'audio', name: 'hello.ogg', type: 'audio/ogg', content: 'a recording' },
] as const;

/** Returns a workflow that creates a file and sends it. */
function fileWorkflow({ content, messageType, name, type }: (typeof files)[number]): Workflow {
	return sequentialWorkflow('Send files', [
		manualTrigger,
		itemsNode([{ base64: Buffer.from(content).toString('base64') }]),
		newNode('Files', ['n8n-nodes-base.convertToFile', 1.1], {
			operation: 'toBinary',
			sourceProperty: 'base64',
			binaryPropertyName: 'file',
			options: { fileName: name, mimeType: type },
		}),
		channelMessagingNode(
			send({
				contactId: contact('7'),
				messageType,
				binaryData: '={{ true }}',
				binaryPropertyName: 'file',
			}),
		),
	]);
}

/** Downloads the file of the only accepted message. */
async function receivedFile() {
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
		const execution = await executeForm(
			[{ fieldLabel: 'data', fieldType: 'file', multipleFiles: false }],
			send({ contactId: contact('7'), messageType: 'file', binaryData: true }),
			[new Blob(['a,b'], { type: 'text/csv' })],
		);

		expect(execution).toMatchObject({ status: 'success' });
		expect(await receivedFile()).toEqual({
			name: 'recipients.csv',
			type: 'text/csv',
			bytes: Buffer.from('a,b'),
		});
	});
}
