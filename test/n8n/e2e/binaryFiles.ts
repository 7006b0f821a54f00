import { chromium } from '@playwright/test';
import {
	itemsNode,
	manualTrigger,
	newNode,
	sequentialWorkflow,
	type Workflow,
} from '../../support/n8n';
import { launchOptions } from '../../support/browser/launchOptions';
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

/** Files that run a script when a browser shows them. */
const pages = [
	{ messageType: 'file', type: 'text/html', content: '<script>document.title="ran"</script>' },
	{
		messageType: 'image',
		type: 'image/svg+xml',
		content:
			'<svg xmlns="http://www.w3.org/2000/svg"><title>t</title><script>document.title="ran"</script></svg>',
	},
] as const;

interface CreatedFile {
	readonly messageType: 'audio' | 'file' | 'image';
	/** Default: no name. */
	readonly name?: string;
	readonly type: string;
	readonly content: string;
}

/** Returns a workflow that creates a file and sends it. */
function fileWorkflow({ content, messageType, name, type }: CreatedFile): Workflow {
	return sequentialWorkflow('Send files', [
		manualTrigger,
		itemsNode([{ base64: Buffer.from(content).toString('base64') }]),
		newNode('Files', ['n8n-nodes-base.convertToFile', 1.1], {
			operation: 'toBinary',
			sourceProperty: 'base64',
			binaryPropertyName: 'file',
			options: { mimeType: type, ...(name !== undefined && { fileName: name }) },
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

/** Returns the link in the only accepted message. */
function receivedLink(): string {
	const { messages } = testEnvironment().service;
	const urls = messages.map(({ item }) => ('url' in item ? item.url : ''));
	expect(urls).toHaveLength(1);
	return urls.join();
}

/** Opens a link in a browser. Returns the name of the download, or the title of the page. */
async function openedInBrowser(url: string): Promise<{ download: string } | { title: string }> {
	const browser = await chromium.launch(launchOptions);
	try {
		const page = await browser.newPage();
		const download = page.waitForEvent('download');
		const shown = page.goto(url).then(
			async () => ({ title: await page.title() }),
			// A navigation fails if it starts a download.
			async () => ({ download: (await download).suggestedFilename() }),
		);
		// The event doesn't come if the page is shown.
		download.catch(() => undefined);
		return await shown;
	} finally {
		await browser.close();
	}
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
			expect(await downloadFile(receivedLink())).toEqual({
				name,
				type,
				bytes: Buffer.from(content),
			});
		},
	);

	test.each(pages)(
		'a browser downloads a nameless $type file and runs nothing in it',
		async (page) => {
			const execution = await testEnvironment().client.runWorkflow(fileWorkflow(page));

			expect(execution).toMatchObject({ status: 'success' });
			expect(await openedInBrowser(receivedLink())).toEqual({
				download: expect.stringMatching(/^file/) as string,
			});
		},
	);

	test('the link to a file from a form still works after the execution', async () => {
		const execution = await executeForm(
			[{ fieldLabel: 'data', fieldType: 'file', multipleFiles: false }],
			send({ contactId: contact('7'), messageType: 'file', binaryData: true }),
			[new Blob(['a,b'], { type: 'text/csv' })],
		);

		expect(execution).toMatchObject({ status: 'success' });
		expect(await downloadFile(receivedLink())).toEqual({
			name: 'recipients.csv',
			type: 'text/csv',
			bytes: Buffer.from('a,b'),
		});
	});
}
