import type { INodeParameters } from 'n8n-workflow';
import type { NodeSettings } from '../../test/support/fixtures/nodeWorkflow';
import { contact, send, sendAndWait } from '../../test/support/fixtures/parameters';
import { testEnvironment } from '../../test/support/fixtures/testEnvironment';
import { type Guest, guests, guestWorkflow, messageToGuests, nodeName } from './guests';
import { hidden } from './hidden';
import type { Picture } from './picture';
import type { Window } from './window';

const errorOutput: NodeSettings = { onError: 'continueErrorOutput' };

/** Opens the node in a new workflow with a list of guests. */
async function openNode(
	{ editor }: Window,
	list: readonly Guest[],
	parameters: INodeParameters,
	settings?: NodeSettings,
): Promise<void> {
	const workflow = guestWorkflow(list, parameters, settings);
	const { id } = await testEnvironment().client.createWorkflow(workflow);
	await editor.openWorkflow(id);
	await editor.openNode(nodeName);
}

async function execute({ editor }: Window): Promise<void> {
	await editor.execute();
	await editor.waitForSuccess();
}

/** Shows the items of the output in one of n8n's views. */
async function showOutputAs({ editor: { output } }: Window, view: 'json' | 'schema') {
	await output.getByTestId(`radio-button-${view}`).click();
}

async function dialog({ editor: { page } }: Window): Promise<Buffer> {
	return await page.getByTestId('ndv').screenshot({ style: hidden });
}

/** Opens the node after a campaign that reached all guests except three. */
export async function openCampaign(window: Window): Promise<void> {
	const list = guests(window.environment.service, 20, 3);
	const parameters = messageToGuests({
		text: '=Hello {{ $json.name }}, our spring menu is here.',
		options: { campaign: 'Spring menu 2026' },
	});
	await openNode(window, list, parameters, errorOutput);
	await execute(window);
}

/** Shows the whole form of a credential instead of scroll bars. */
const wholeForm = `
	[data-test-id='editCredential-modal'], [data-test-id='editCredential-modal'] * {
		max-height: none !important; overflow: visible !important;
	}
	[data-test-id='editCredential-modal'] { height: auto !important; }
`;

/** The height of the last field, with its label. */
const spaceBelowLastField = 84;

/** Shows an address that readers could have instead of the local service's. */
async function showPublicAddress({ editor: { page }, environment }: Window): Promise<void> {
	const { url } = environment.service;
	const shown = 'https://channel.example.com';
	await page.route('**/rest/credentials/**', async (route) => {
		const postData = route.request().postData()?.replaceAll(shown, url);
		const response = await route.fetch(postData === undefined ? {} : { postData });
		const body = (await response.text()).replaceAll(url, shown);
		await route.fulfill({ response, body });
	});
}

/** Pictures of the editor, by name. */
export const editorPictures: Readonly<Record<string, Picture>> = {
	async send(window) {
		await window.setHeight(780);
		await openCampaign(window);
		await showOutputAs(window, 'schema');
		return await dialog(window);
	},

	async tags(window) {
		const { service } = window.environment;
		const list = guests(service, 3);
		service.contacts.addTags(service.contacts.all()[1]?.id ?? '', ['opted-out']);
		const options = { skipIfTagged: 'opted-out' };
		await window.setHeight(960);
		await openNode(window, list, messageToGuests({ options }));
		await execute(window);
		await showOutputAs(window, 'json');
		return await dialog(window);
	},

	async 'further-messages'(window) {
		const furtherMessages = {
			message: [
				{ messageType: 'image', url: 'https://files.example.com/way-to-us.png' },
				{ messageType: 'text', text: '={{ $json.name }}, do you have any allergies?' },
			],
		};
		await window.setHeight(1260);
		const parameters = messageToGuests({ options: { furtherMessages } });
		await openNode(window, guests(window.environment.service, 1), parameters);
		await execute(window);
		await showOutputAs(window, 'json');
		return await dialog(window);
	},

	async failure(window) {
		const list = guests(window.environment.service, 2, 1);
		await openNode(window, list, messageToGuests(), errorOutput);
		await execute(window);
		await window.editor.output.getByText('Error Branch').click();
		await showOutputAs(window, 'json');
		return await dialog(window);
	},

	async files(window) {
		const [guest] = guests(window.environment.service, 1);
		const parameters = send({
			contactId: contact(guest?.phone ?? '', 'phone'),
			messageType: 'file',
			binaryData: true,
			options: { linkExpiresAfter: '1 day' },
		});
		await window.setHeight(820);
		await openNode(window, [], parameters);
		return await window.editor.page.getByTestId('node-parameters').screenshot({ style: hidden });
	},

	async 'find-contact'(window) {
		const { page } = window.editor;
		const [guest] = guests(window.environment.service, 1);
		const contactId = contact(guest?.phone ?? '', 'phone');
		const text = 'Hello, your table is booked.';
		await openNode(window, [], send({ contactId, messageType: 'text', text }));
		await page.getByTestId('rlc-mode-selector').click();
		// The menu covers the parameters, but isn't inside them.
		const clip = (await page.getByTestId('node-parameters').boundingBox()) ?? undefined;
		return await page.screenshot({ style: hidden, ...(clip && { clip }) });
	},

	async 'reply-in-chat'(window) {
		await window.setHeight(1240);
		const reply = [
			{ text: 'Accept', meaning: 'approve' },
			{ text: 'Decline', meaning: 'decline' },
		];
		const parameters = sendAndWait({
			contactId: contact('={{ $json.phone }}', 'phone'),
			message: 'Order 1042 comes to 480 euros. Shall we accept it?',
			responseType: 'replyInChat',
			quickReplies: { reply },
		});
		await openNode(window, guests(window.environment.service, 1), parameters);
		return await window.editor.page.getByTestId('node-parameters').screenshot({ style: hidden });
	},

	async credential(window) {
		const { page } = window.editor;
		await window.setHeight(1600);
		await showPublicAddress(window);
		await openNode(window, [], messageToGuests());
		await page.getByTestId('credential-edit-button').click();
		const form = page.getByTestId('editCredential-modal');
		await form.getByText('Connection tested successfully').waitFor();
		const style = `${hidden} ${wholeForm}`;
		await page.addStyleTag({ content: wholeForm });
		const { x = 0, y = 0, width = 0 } = (await form.boundingBox()) ?? {};
		const last = await form.getByText('Allow HTTP').boundingBox();
		const clip = { x, y, width, height: (last?.y ?? 0) + spaceBelowLastField - y };
		return await page.screenshot({ clip, style });
	},

	async actions(window) {
		const { editor } = window;
		await window.setHeight(1120);
		await editor.startWorkflow();
		await editor.chooseNode('Channel Messaging');
		return await editor.page.getByTestId('node-creator').screenshot({ style: hidden });
	},
};
