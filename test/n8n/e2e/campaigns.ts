import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { itemsNode, outputOf, type StoredWorkflow } from '../../support/n8n';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { contact, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

function contacts() {
	const [first, second] = testEnvironment().service.contacts.all();
	if (first === undefined || second === undefined) throw new Error('The service has no contacts');
	return [first, second].map(({ id, custom_fields: fields }) => ({
		id,
		phone: fields['phone'] ?? '',
		name: `${fields['firstName'] ?? ''} ${fields['lastName'] ?? ''}`,
	}));
}

/** Creates a workflow that sends a campaign to contacts. */
async function createCampaign(
	recipients: readonly INodeParameters[],
	options: IDataObject = {},
): Promise<StoredWorkflow> {
	const parameters = {
		...sendText({ contactId: '={{ $json.contact }}' }),
		options: { campaign: 'Spring menu', ...options },
	};
	const items = itemsFor(recipients);
	return await testEnvironment().client.createWorkflow(workflowOf({ parameters, items }));
}

function itemsFor(recipients: readonly INodeParameters[]) {
	return recipients.map((value, index) => ({ contact: value, text: String(index) }));
}

/** Replaces the list of a campaign, as a user does after reformatting a spreadsheet. */
async function withList(
	{ id, nodes }: StoredWorkflow,
	recipients: readonly INodeParameters[],
): Promise<StoredWorkflow> {
	const { parameters } = itemsNode(itemsFor(recipients));
	const changed = nodes.map((node) => (node.name === 'Items' ? { ...node, parameters } : node));
	return await testEnvironment().client.updateWorkflow(id, { nodes: changed });
}

async function outputsOf(workflow: StoredWorkflow) {
	const execution = await testEnvironment().client.runWorkflow(workflow);
	return outputOf(execution, nodeName).map(({ json }) => json);
}

const texts = () =>
	testEnvironment().service.messages.map(({ item }) => (item.type === 'text' ? item.text : ''));

const skipped = {
	status: 'skipped',
	reason: 'alreadyInCampaign',
	message:
		"Not sent: the contact already received a message of the campaign 'Spring menu', or may have received it.",
};

/** *Send Once per Contact*, whose keys are in n8n's database. */
export function campaigns(): void {
	test('a contact with two spellings receives one message, even after a restart and with a reformatted list', async () => {
		const [one, two] = contacts();
		if (one === undefined || two === undefined) throw new Error('Two contacts are needed');
		const spaced = `${one.phone.slice(0, 2)} ${one.phone.slice(2, 5)}-${one.phone.slice(5)}`;
		const workflow = await createCampaign([
			contact(one.id),
			contact(one.phone, 'phone'),
			contact(spaced, 'phone'),
			contact(one.id.replace('cus_', '')),
			contact(two.id),
		]);

		const first = await outputsOf(workflow);
		await testEnvironment().restart();
		const digits = one.phone.replace('+', '00');
		const reformatted = await withList(workflow, [
			contact(spaced, 'phone'),
			contact(two.phone, 'phone'),
			contact(digits, 'phone'),
		]);
		const second = await outputsOf(reformatted);

		const sent = { status: 'Success' };
		expect(first).toMatchObject([sent, skipped, skipped, skipped, sent]);
		expect(second).toMatchObject(
			[one, two, one].map(({ name, phone }) => ({
				...skipped,
				contactName: name,
				matchOn: 'phone',
				matchValue: phone,
			})),
		);
		expect(texts().sort()).toEqual(['0', '4']);
	});
}
