import type { INodeParameters } from 'n8n-workflow';
import { itemsNode, manualTrigger, sequentialWorkflow } from '../../support/n8n';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Service } from '../../support/service';
import { expect, test } from './test';

/** Text with an image and a link, as a stranger could enter it as a name or a tag. */
const strangersText = (url: string) =>
	`<img src="${url}/image.png"><a href="${url}/link">Prize</a>`;

/** The beginning of the text, as hints and thrown errors show it. */
const shownText = /[<‹]img src=/;

interface Source {
	title: string;
	/** The text is in the field `text` of the input item. */
	parameters: (firstContactId: string, text: string) => INodeParameters;
	prepare?: (service: Service, text: string) => void;
	isError?: true;
}

const formValue = '={{ $json.text }}';
const get = (contactId: string) => contactOperation('get', { contactId: contact(contactId) });

const responseWith =
	(status: number, contentType: string, bodyOf: (text: string) => string) =>
	({ faults }: Service, text: string) => {
		const body = bodyOf(text);
		faults.add({ times: Infinity, fault: { kind: 'response', status, contentType, body } });
	};

const sources: Source[] = [
	{
		title: 'the tag in a hint',
		parameters: (contactId, text) =>
			sendText({ contactId: contact(contactId), text: 'Hi', options: { skipIfTagged: [text] } }),
	},
	{
		title: 'the names in an error',
		parameters: () => sendText({ contactId: contact('city=Lugo', 'customField'), text: 'Hi' }),
		isError: true,
	},
	{
		title: 'a form value in a hint',
		parameters: () =>
			contactOperation('create', {
				customFields: { field: [{ name: 'phone', value: formValue }] },
			}),
	},
	{
		title: 'a form value in an error',
		parameters: () => get(formValue),
		isError: true,
	},
	{
		title: 'a web page of a proxy in the description of an error',
		parameters: get,
		prepare: responseWith(200, 'text/html', (text) => text),
		isError: true,
	},
	{
		title: "the service's message in an error",
		parameters: get,
		prepare: responseWith(403, 'application/json', (message) =>
			JSON.stringify({ status: 'error', message }),
		),
		isError: true,
	},
];

for (const { title, parameters, prepare, isError } of sources) {
	test(`strangers' text is shown as text: ${title}`, async ({ editor, service }) => {
		const { client } = testEnvironment();
		const text = strangersText(service.url);
		const [first, second] = service.contacts.all();
		for (const { id = '' } of [first ?? {}, second ?? {}]) {
			service.contacts.addTags(id, [text]);
			service.contacts.update(id, [
				{ name: 'firstName', value: text },
				{ name: 'city', value: 'Lugo' },
			]);
		}
		const { id } = await client.createWorkflow(
			sequentialWorkflow(title, [
				manualTrigger,
				itemsNode([{ text }]),
				channelMessagingNode(parameters(first?.id ?? '', text)),
			]),
		);
		prepare?.(service, text);

		await editor.openWorkflow(id);
		await editor.openNode('Channel Messaging');
		await editor.execute();

		const { page } = editor;
		await expect(editor.output.getByText(shownText).first()).toBeVisible();
		// An error is also shown in a toast.
		if (isError) await expect(page.getByRole('alert').filter({ hasText: 'Problem' })).toBeVisible();
		await expect(page.locator(`img[src^="${service.url}"], a[href^="${service.url}"]`)).toHaveCount(
			0,
		);
		expect(service.requests.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([]);
		await editor.closeNode();
	});
}
