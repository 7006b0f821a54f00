import type { INodeParameterResourceLocator } from 'n8n-workflow';

import { waitFor } from '../../support/n8n';
import { useChannel } from '../engine/channel';
import { createdId } from '../../support/service';
import { sendText } from '../../support/fixtures/parameters';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ contacts: 20 });

const by = (mode: string, value: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode,
	value,
});

/** Returns the ID, phone, and email of an initial contact. */
function person(index: number) {
	const contact = channel.service.contacts.all()[index];
	if (contact === undefined) throw new Error(`No contact ${String(index)}`);
	const { phone = '', email = '' } = contact.custom_fields;
	return { id: contact.id, phone, email };
}

/** Sends the index of each item to the item's contact. */
async function send(
	contacts: Array<INodeParameterResourceLocator | string>,
	settings: NodeInput['settings'] = {},
	cancel?: AbortSignal,
) {
	return await channel.runNode({
		parameters: sendText({ contactId: '={{ $json.contact }}' }),
		items: contacts.map((contact, index) => ({ contact, text: String(index) })),
		settings,
		...(cancel && { cancel }),
	});
}

const slow = { kind: 'slow', delayMs: 400 } as const;

const searches = () =>
	channel.service.requests.filter(({ path }) => path.startsWith('/v1/contact/by_custom_field'));
const recipients = () => channel.service.messages.map(({ contactId }) => contactId);

it('a contact that is not found stops the workflow before any message is sent', async () => {
	const { error } = await send([person(0).id, by('phone', person(1).phone), by('phone', '+000')]);

	expect(error?.message).toBe("No contact has the phone '+000' [item 2]");
	expect(error?.description).toContain('Nothing was sent.');
	expect(channel.service.messages).toEqual([]);
});

it('Retry On Fail repeats only searches that found no contact', async () => {
	const contacts = [by('phone', '+000'), by('phone', person(0).phone)];

	await send(contacts, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });

	const searchedValues = searches().map(({ path }) =>
		new URL(path, 'http://a').searchParams.get('value'),
	);
	expect(searchedValues.sort()).toEqual(['+000', '+000', person(0).phone, '000', '000']);
	expect(recipients()).toEqual([]);
});

describe('with On Error: Continue', () => {
	const settings = { onError: 'continueRegularOutput' } as const;

	it('a message is sent before the contacts of later items are found', async () => {
		const { phone } = person(1);
		const path = new RegExp(phone.slice(1));
		channel.service.faults.add({ match: { path }, fault: { kind: 'noResponse' } });
		const controller = new AbortController();

		const contacts = [by('phone', person(0).phone), by('phone', phone)];
		const execution = send(contacts, settings, controller.signal);
		await waitFor('the first message', () => recipients().length > 0);
		controller.abort();
		await execution;

		expect(recipients()).toEqual([person(0).id]);
	});

	it('a contact that is referenced in several ways receives the messages in order', async () => {
		channel.service.faults.add({ match: { path: /name=email/ }, fault: slow });
		const { id, phone, email } = person(0);

		await send([by('email', email), by('phone', phone), by('phone', '+000'), id], settings);

		expect(channel.texts).toEqual(['0', '1', '3']);
	});
});

describe('IDs of created and fetched contacts', () => {
	it('created and fetched IDs identify the same contact, and are sent unchanged', async () => {
		const { id } = person(0);
		const ids = [id, createdId(id), id, createdId(id)];
		channel.service.faults.add({ match: { path: /sendContent/ }, fault: slow });

		await send(ids);

		expect(channel.texts).toEqual(['0', '1', '2', '3']);
		const path = '/v1/message/sendContent/';
		expect(channel.service.requests.map((call) => call.path)).toEqual(
			ids.map((form) => path + form),
		);
	});
});
