import type { INodeParameters } from 'n8n-workflow';
import { manualTrigger, sequentialWorkflow } from '../../support/n8n';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contact, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { expect, test } from './test';

/** Text with an image and a link, as a stranger could enter it as a name or a tag. */
const strangersText = (url: string) =>
	`<img src="${url}/image.png"><a href="${url}/link">Prize</a>`;

const messages: Array<[title: string, (text: string) => INodeParameters]> = [
	[
		'the tag in a hint',
		(text) =>
			sendText({ contactId: contact('CONTACT'), text: 'Hi', options: { skipIfTagged: [text] } }),
	],
	[
		'the names in an error',
		() => sendText({ contactId: contact('city=Lugo', 'customField'), text: 'Hi' }),
	],
];

for (const [title, parametersFor] of messages) {
	test(`strangers' text is shown as text: ${title}`, async ({ editor, service }) => {
		const { client } = testEnvironment();
		const text = strangersText(service.url);
		for (const { id } of service.contacts.all().slice(0, 2)) {
			service.contacts.addTags(id, [text]);
			service.contacts.update(id, [
				{ name: 'firstName', value: text },
				{ name: 'city', value: 'Lugo' },
			]);
		}
		const parameters = JSON.parse(
			JSON.stringify(parametersFor(text)).replace('CONTACT', service.contacts.all()[0]?.id ?? ''),
		) as INodeParameters;
		const { id } = await client.createWorkflow(
			sequentialWorkflow(title, [manualTrigger, channelMessagingNode(parameters)]),
		);

		await editor.openWorkflow(id);
		await editor.openNode('Channel Messaging');
		await editor.execute();

		const { page } = editor;
		await expect(page.getByTestId('ndv').getByText('Prize').first()).toBeVisible();
		await expect(page.locator(`img[src^="${service.url}"], a[href^="${service.url}"]`)).toHaveCount(
			0,
		);
		expect(service.requests.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([]);
		await editor.closeNode();
	});
}
