import { sealQuestion } from '../../../nodes/ChannelMessaging/chat/sealedQuestion';
import { askInChat, contact, passOnReply, retryOnFail } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import { useRawServer } from '../engine/rawServer';

const channel = useChannel();
/** Receives the requests to the links of questions instead of n8n. */
const n8n = useRawServer();

const field = 'n8nQuestion';

const contactId = () => channel.service.contacts.all()[0]?.id ?? '';

const savedQuestion = () => channel.service.contacts.get(contactId())?.custom_fields[field] ?? '';

/** Saves an open question whose link leads to the server. */
function saveQuestion(): void {
	const { token } = channel.service;
	const question = { link: `${n8n.url}/webhook-waiting/1/node`, expiresAt: Date.now() + 60_000 };
	const owner = { token, contactId: contactId(), field };
	const value = sealQuestion(question, owner, new Uint8Array(12));
	channel.service.contacts.update(contactId(), [{ name: field, value }]);
}

function respondWith(head: string, body = ''): void {
	n8n.respond((socket) => {
		const length = String(Buffer.byteLength(body));
		socket.end(`HTTP/1.1 ${head}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`);
	});
}

const passOn = async () =>
	await channel.runNode({
		parameters: passOnReply(),
		items: [{ contactId: contactId(), text: 'Sí' }],
	});

it('Pass On Reply posts the text to the link without the token', async () => {
	saveQuestion();
	respondWith('200 OK', '{"question":"answered","workflow":"Book","node":"Ask"}');

	const { items } = await passOn();

	expect(items).toMatchObject([{ json: { passedOn: true, workflow: 'Book', node: 'Ask' } }]);
	expect(n8n.received).toHaveLength(1);
	const [request = ''] = n8n.received;
	expect(request).toMatch(/^POST \/webhook-waiting\/1\/node HTTP/);
	expect(Buffer.from(request, 'latin1').toString('utf8')).toContain('{"reply":"Sí",');
	expect(request).not.toMatch(/authorization/i);
	expect(request).not.toContain(channel.service.token);
});

it('The summary of Pass On Reply counts replies that were passed on, and others by reason', async () => {
	saveQuestion();
	respondWith('200 OK', '{"question":"answered","workflow":"Book","node":"Ask"}');

	const { hints } = await channel.runNode({
		parameters: passOnReply(),
		items: ['Yes', ' ', '\u200B'].map((text) => ({ contactId: contactId(), text })),
	});

	expect(hints).toMatchObject([
		{ message: 'Passed on 1, skipped 2 (not an answer to the question)' },
	]);
});

it("Pass On Reply doesn't follow redirects", async () => {
	saveQuestion();
	respondWith(`307 Temporary Redirect\r\nLocation: ${n8n.url}/other`);

	const { error } = await passOn();

	expect(error?.message).toContain('was rejected (307) [item 0]');
	expect(n8n.received).toHaveLength(1);
});

it('Pass On Reply does not read a huge response', async () => {
	saveQuestion();
	respondWith('200 OK', `{"question":"answered","workflow":"${'x'.repeat(100_000)}","node":""}`);

	const { error } = await passOn();

	expect(error?.message).toContain('was rejected (200)');
});

it('Pass On Reply fails with an unknown outcome if the connection is lost', async () => {
	saveQuestion();
	n8n.respond((socket) => socket.destroy());

	const { error } = await passOn();

	expect(error?.message).toContain(`No response from n8n at ${n8n.url}`);
	expect(error?.description).toContain('You can safely run the item again');
});

it('A question is saved again if n8n retries the node after the message was not sent', async () => {
	const fault = { kind: 'status', status: 403 } as const;
	channel.service.faults.add({ match: { path: '/v1/message' }, fault });

	const { status, hints } = await channel.runNode({
		parameters: askInChat(),
		items: [{ contactId: contactId() }],
		settings: retryOnFail,
	});

	expect(status).toBe('waiting');
	expect(hints).toMatchObject([{ message: 'Sent 1' }]);
	expect(channel.service.messages).toHaveLength(1);
	expect(savedQuestion()).toMatch(/^n8n-question-1:/);
});

it('The field is cleared if the message was not sent', async () => {
	const fault = { kind: 'status', status: 403 } as const;
	channel.service.faults.add({ match: { path: '/v1/message' }, fault });

	const { error } = await channel.runNode({
		parameters: askInChat(),
		items: [{ contactId: contactId() }],
	});

	expect(error?.message).toContain('Forbidden');
	expect(savedQuestion()).toBe('');
});

describe('a search that still finds the earlier owner of a phone number', () => {
	const phone = '+15550100191';
	const byPhone = { contactId: contact(phone, 'phone') };

	beforeEach(() => {
		const { service } = channel;
		service.configure({ search: { lagMs: 60_000, lagging: 'content' } });
		const since = Date.now() - 2 * 60_000;
		service.contacts.update(contactId(), [{ name: 'phone', value: phone }], since);
		saveQuestion();
		service.contacts.update(contactId(), [{ name: 'phone', value: '+15550100192' }]);
	});

	it.each([
		['Pass On Reply answers none of their questions', passOnReply(byPhone)],
		['Reply in Chat sends them no question', askInChat(byPhone)],
	])('%s', async (_title, parameters) => {
		const { error } = await channel.runNode({ parameters, items: [{ text: 'Yes' }] });

		expect(error?.message).toContain(`No contact has the phone '${phone}'`);
		expect(n8n.received).toEqual([]);
		expect(channel.service.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});
});
