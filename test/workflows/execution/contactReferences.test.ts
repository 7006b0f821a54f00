import { waitFor } from '../../support/n8n';
import { useChannel } from '../engine/channel';
import { contact, retryOnFail, sendText } from '../../support/fixtures/parameters';
import { createdId } from '../../support/service';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel();

/** A contact's number in three formats, the first of which is the channel's. */
const [known, digits, spaced] = ['+442079460001', '442079460001', '0044 20 7946 0001'] as const;
const unknown = '+442079460009';

const create = (phone: string) =>
	channel.service.contacts.create([{ name: 'phone', value: phone }]);

async function send(phones: string[], input: Pick<NodeInput, 'cancel' | 'settings'> = {}) {
	return await channel.runNode({
		parameters: sendText({
			contactId: contact('={{ $json.phone }}', 'phone'),
			text: 'Hi',
		}),
		items: phones.map((phone) => ({ phone })),
		...input,
	});
}

const searchedValues = () =>
	channel.service.requests
		.map(({ path }) => new URL(path, channel.service.url).searchParams.get('value'))
		.filter((value) => value !== null);

it('a contact that is not found stops the workflow before any message is sent', async () => {
	create(known);

	const { error } = await send([known, '+44 20 7946 0009']);

	expect(error?.message).toContain(`No contact has the phone '${unknown}' [item 1`);
	expect(error?.description).toContain("Also searched: '442079460009', '+44 20 7946 0009'.");
	expect(error?.description).toContain('Nothing was sent.');
	expect(channel.service.messages).toEqual([]);
});

it('Retry On Fail repeats only searches that found no contact', async () => {
	create(known);

	await send([known, unknown], { settings: { ...retryOnFail, maxTries: 2 } });

	const twice = [unknown, unknown.slice(1)];
	expect(searchedValues().sort()).toEqual([known, ...twice, ...twice].sort());
});

it('a contact with another spelling receives the message, with a hint', async () => {
	const contactId = create(spaced);

	const { hints } = await send([spaced]);

	expect(channel.service.messages).toMatchObject([{ contactId }]);
	expect(searchedValues()).toEqual([known, digits, spaced]);
	expect(hints.map(({ message }) => message)).toContain(
		`The channel stores the phone number '${spaced}' in a format other than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.`,
	);
});

it('a message is sent before the contacts of later items are found, if On Error is Continue', async () => {
	const contactId = create(known);
	channel.service.faults.add({ match: { path: /9$/ }, fault: { kind: 'noResponse' } });
	const controller = new AbortController();

	const execution = send([known, unknown], {
		settings: { onError: 'continueRegularOutput' },
		cancel: controller.signal,
	});
	await waitFor('the first message', () => channel.service.messages.length > 0);
	controller.abort();
	await execution;

	expect(channel.service.messages).toMatchObject([{ contactId }]);
});

it('IDs of created and fetched contacts with the same digits keep their order and are sent unchanged', async () => {
	const fetched = create(known);
	const ids = [fetched, createdId(fetched), fetched, createdId(fetched)];
	const slow = { kind: 'slow', delayMs: 400 } as const;
	channel.service.faults.add({ match: { path: /sendContent/ }, fault: slow });

	await channel.runNode({
		parameters: sendText(),
		items: ids.map((contactId, index) => ({ contactId, text: String(index) })),
	});

	expect(channel.texts).toEqual(['0', '1', '2', '3']);
	expect(channel.service.requests.map(({ path }) => path)).toEqual(
		ids.map((id) => `/v1/message/sendContent/${id}`),
	);
});
