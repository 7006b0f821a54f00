import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const channel = useChannel({
	acceptUnknownContacts: true,
	answers: { minimumMilliseconds: 0, maximumMilliseconds: 30 },
});

const contacts = 10;
const items = Array.from({ length: 200 }, (_, index) => ({
	contactId: String(index % contacts),
	text: String(index),
}));

const textsFor = (contact: string) =>
	channel.service.messages.flatMap(({ contactId, item }) =>
		contactId === contact && item.type === 'text' ? [Number(item.text)] : [],
	);

it('brings each contact its messages in the order of the items', async () => {
	const { items: output } = await runNode({
		credential: channel.credential(),
		parameters: sendText(),
		items,
	});

	for (let contact = 0; contact < contacts; contact += 1) {
		const texts = textsFor(String(contact));
		expect(texts).toEqual(Array.from({ length: 20 }, (_, turn) => turn * contacts + contact));
	}
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});

it('lets the others overtake a contact whose message is slow', async () => {
	channel.service.faults.add({
		match: { contactId: '0' },
		fault: { kind: 'slow', milliseconds: 1_000 },
	});
	const startedAt = Date.now();

	await runNode({ credential: channel.credential(), parameters: sendText(), items });

	const at = (index: number) =>
		channel.service.messages.find(({ item }) => item.type === 'text' && item.text === String(index))
			?.at ?? 0;
	// The second message of the slow contact waited; the last one of another contact didn't.
	expect(at(contacts) - startedAt).toBeGreaterThanOrEqual(1_000);
	expect(at(199)).toBeLessThan(at(contacts));
});
