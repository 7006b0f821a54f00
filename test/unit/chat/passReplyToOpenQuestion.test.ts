import { passReplyToOpenQuestion } from '../../../nodes/ChannelMessaging/chat/passReplyToOpenQuestion';
import type { LinkState } from '../../../nodes/ChannelMessaging/chat/interpretLinkResponse';
import type { RequestLink } from '../../../nodes/ChannelMessaging/chat/requestLink';
import { sealQuestion } from '../../../nodes/ChannelMessaging/chat/sealedQuestion';
import { apiErrorWith } from '../client/apiErrorWith';
import { TestChat } from './testChat';

const link = 'https://n8n.example.com/webhook-waiting/12/node?signature=0f';

function sealed(msLeft = 60_000, contactId = '7', token = TestChat.token): string {
	const question = { link, expiresAt: Date.now() + msLeft };
	return sealQuestion(question, { token, contactId, field: 'n8nQuestion' }, new Uint8Array(12));
}

async function passOn(value: string, requestLink: RequestLink, text = 'Yes', changes = {}) {
	const session = new TestChat(value).session(requestLink);
	return await passReplyToOpenQuestion(session, {
		...{ contactId: 'cus_7', field: 'n8nQuestion', text, messageId: undefined, ...changes },
	});
}

const notPassedOn = (reason: string) => ({ passedOn: false, reason, contactId: 'cus_7' });

it('passReplyToOpenQuestion posts the text to the link and returns who asked', async () => {
	const state: LinkState = { state: 'answered', workflow: 'Book', node: 'Ask' };
	const requestLink = jest.fn(async () => await Promise.resolve(state));

	const output = await passOn(sealed(), requestLink, ' Yes\n');

	expect(output).toEqual({ passedOn: true, workflow: 'Book', node: 'Ask', contactId: 'cus_7' });
	expect(requestLink.mock.calls).toEqual([[link, { reply: ' Yes\n', receivedAt: 1_000 }]]);
});

it("passReplyToOpenQuestion posts a hash that identifies the message, whichever form the contact's ID has", async () => {
	const messages: unknown[] = [];
	const requestLink: RequestLink = async (_link, body) => {
		messages.push(body);
		return await Promise.resolve({ state: 'ended' });
	};
	await passOn(sealed(), requestLink, 'Yes', { messageId: 'a' });
	await passOn(sealed(), requestLink, 'No', { messageId: 'a', contactId: '7' });
	await passOn(sealed(), requestLink, 'No', { messageId: 'b' });
	await passOn(sealed(60_000, '8'), requestLink, 'Yes', { messageId: 'a', contactId: '8' });
	const [a, sameContact, b, otherContact] = messages.map(
		(body) => (body as { message: string }).message,
	);
	expect(a).toMatch(/^[\w-]{43}$/);
	expect(sameContact).toBe(a);
	expect(b).not.toBe(a);
	expect(otherContact).not.toBe(a);
});

it('passReplyToOpenQuestion requests the link for a while after the saved limit, because sending took time', async () => {
	const answered = { state: 'answered', workflow: 'Book', node: 'Ask' } as const;
	const output = await passOn(sealed(-1), async () => await Promise.resolve(answered));
	expect(output).toMatchObject({ passedOn: true });
});

it.each([
	['notAReply', { state: 'notAReply', workflow: '', node: '' }, 60_000],
	['deleted', { state: 'deleted' }, 60_000],
	['alreadyAnswered', { state: 'ended' }, 60_000],
	['alreadyAnswered', { state: 'answering', workflow: '', node: '' }, 60_000],
	['alreadyAnswered', { state: 'closed', workflow: '', node: '' }, 60_000],
	['alreadyAnswered', { state: 'running' }, 60_000],
	['expired', { state: 'expired', workflow: '', node: '' }, 60_000],
	['expired', { state: 'ended' }, -1],
	['expired', { state: 'running' }, -1],
] as const)(
	'passReplyToOpenQuestion returns the reason %s for the response %o to the link',
	async (reason, state, msLeft) => {
		const requestLink = async () => await Promise.resolve(state);
		expect(await passOn(sealed(msLeft), requestLink)).toEqual(notPassedOn(reason));
	},
);

it.each([
	['noQuestion', 'no question', ''],
	['noQuestion', 'another value', 'Ana'],
	['noQuestion', 'the question of another contact', sealed(60_000, '8')],
	['noQuestion', 'a question that was asked with another token', sealed(60_000, '7', 'old-token')],
	['noQuestion', 'a changed question', sealed().replace(/.{4}$/, 'AAAA')],
	['expired', 'a question that expired an hour ago', sealed(-3_600_001)],
])(
	'passReplyToOpenQuestion returns %s without a request if the field contains %s',
	async (reason, _, value) => {
		const requestLink = jest.fn(async () => await Promise.resolve({ state: 'ended' } as const));
		expect(await passOn(value, requestLink)).toEqual(notPassedOn(reason));
		expect(requestLink).not.toHaveBeenCalled();
	},
);

it('passReplyToOpenQuestion reads no contact for a message without text', async () => {
	const chat = new TestChat(sealed());
	const session = chat.session(async () => await Promise.reject(new Error('Not expected')));
	const reply = { contactId: 'cus_7', field: 'n8nQuestion', text: ' \n', messageId: undefined };
	expect(await passReplyToOpenQuestion(session, reply)).toEqual(notPassedOn('notAReply'));
	expect(chat.log).toEqual([]);
});

it('passReplyToOpenQuestion fails if the outcome is unknown', async () => {
	const failing = async () => await Promise.reject(apiErrorWith('linkNotReached', 'unknown'));
	await expect(passOn(sealed(), failing)).rejects.toMatchObject({
		details: { reason: 'linkNotReached', outcome: 'unknown' },
	});
});
