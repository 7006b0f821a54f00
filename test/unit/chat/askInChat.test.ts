import { askInChat, type ChatQuestion } from '../../../nodes/ChannelMessaging/chat/askInChat';
import type { RequestLink } from '../../../nodes/ChannelMessaging/chat/requestLink';
import {
	openSealedQuestion,
	sealQuestion,
} from '../../../nodes/ChannelMessaging/chat/sealedQuestion';
import { apiErrorWith } from '../client/apiErrorWith';
import { TestChat } from './testChat';

const link = 'https://n8n.example.com/webhook-waiting/12/node?signature=0f';
const question: ChatQuestion = {
	contactId: 'cus_7',
	field: 'n8nQuestion',
	link,
	expiresAt: Date.now() + 60_000,
	replacesOpenQuestion: false,
};

const owner = { token: TestChat.token, contactId: '7', field: 'n8nQuestion' };

/** Returns the value of a question that another execution has asked. */
function earlier(changes: Partial<ChatQuestion> = {}): string {
	const other = { ...question, link: link.replace('/12/', '/11/'), ...changes };
	return sealQuestion(other, owner, new Uint8Array(12));
}

const open = async () =>
	await Promise.resolve({ state: 'open', workflow: 'Book', node: 'Ask' } as const);

function ask(chat: TestChat, requestLink: RequestLink = open, changes: Partial<ChatQuestion> = {}) {
	return askInChat(chat.session(requestLink), { ...question, ...changes }, chat.send);
}

it('askInChat saves the question and reads it before it sends the message', async () => {
	const chat = new TestChat();

	await ask(chat);

	expect(chat.log).toEqual(['read', 'save', 'read', 'send']);
	expect(openSealedQuestion(chat.value, owner)).toEqual({
		link,
		expiresAt: question.expiresAt,
	});
});

it('askInChat asks nothing if the contact has an open question of another execution', async () => {
	const chat = new TestChat(earlier());

	await expect(ask(chat)).rejects.toMatchObject({
		details: { reason: 'questionOpen', outcome: 'notDone', contactName: 'Ana', workflow: 'Book' },
	});
	expect(chat.log).toEqual(['read']);
	expect(chat.value).toBe(earlier());
});

it('askInChat ends an open question that it replaces', async () => {
	const requestLink = jest.fn<ReturnType<RequestLink>, Parameters<RequestLink>>(
		async (_link, body) => (body === undefined ? await open() : { state: 'ended' }),
	);
	const chat = new TestChat(earlier());

	await ask(chat, requestLink, { replacesOpenQuestion: true });

	const other = link.replace('/12/', '/11/');
	expect(requestLink.mock.calls).toEqual([
		[other, undefined],
		[other, { replaced: true }],
	]);
});

it.each([
	['an ended question', earlier(), { state: 'ended' }],
	['a question of a deleted execution', earlier(), { state: 'deleted' }],
	['an answered question whose execution runs', earlier(), { state: 'running' }],
] as const)('askInChat overwrites %s', async (_, value, state) => {
	const chat = new TestChat(value);
	await ask(chat, async () => await Promise.resolve(state));
	expect(chat.log).toContain('send');
});

it.each([
	['an earlier question of the same execution', earlier({ link })],
	['a question that expired an hour ago', earlier({ expiresAt: Date.now() - 3_600_001 })],
	['a changed question', `${earlier().slice(0, -4)}AAAA`],
])('askInChat overwrites %s without requesting its link', async (_, value) => {
	const requestLink = jest.fn(open);
	const chat = new TestChat(value);
	await ask(chat, requestLink);
	expect(requestLink).not.toHaveBeenCalled();
	expect(chat.log).toContain('send');
});

it('askInChat asks nothing if it is unknown whether a question is open', async () => {
	const chat = new TestChat(earlier());
	const failing = async () => await Promise.reject(apiErrorWith('linkNotReached', 'unknown'));

	await expect(ask(chat, failing)).rejects.toMatchObject({
		details: { reason: 'linkNotReached', outcome: 'notDone' },
	});
	expect(chat.log).toEqual(['read']);
});

it.each(['linkNotReached', 'linkRejected'] as const)(
	'askInChat replaces a question from an earlier n8n address: %s',
	async (reason) => {
		const failing = async () =>
			await Promise.reject(apiErrorWith(reason, 'notDone', { status: 502 }));
		const moved = new TestChat(
			earlier({ link: 'https://old.example.com/webhook-waiting/11/node' }),
		);
		await ask(moved, failing, { replacesOpenQuestion: true });
		expect(moved.log).toContain('send');

		const chat = new TestChat(earlier());
		await expect(ask(chat, failing, { replacesOpenQuestion: true })).rejects.toMatchObject({
			details: { reason },
		});
		expect(chat.log).not.toContain('send');
	},
);

it('askInChat replaces a question from an earlier path of n8n', async () => {
	const error = apiErrorWith('linkRejected', 'notDone', { status: 404 });
	const failing = async () => await Promise.reject(error);
	const { origin, pathname } = new URL(link);
	const moved = new TestChat(earlier({ link: `${origin}/n8n${pathname}` }));
	await ask(moved, failing, { replacesOpenQuestion: true });
	expect(moved.log).toContain('send');
});

it('askInChat replaces a question whose signature n8n no longer accepts', async () => {
	const error = apiErrorWith('linkRejected', 'notDone', { status: 401 });
	const failing = async () => await Promise.reject(error);
	const chat = new TestChat(earlier());
	await expect(ask(chat, failing)).rejects.toMatchObject({ reason: 'linkRejected' });
	await ask(chat, failing, { replacesOpenQuestion: true });
	expect(chat.log.filter((each) => each === 'send')).toHaveLength(1);
});

it('askInChat never overwrites a value that is not a question', async () => {
	const chat = new TestChat('+442079460001');
	await expect(ask(chat)).rejects.toMatchObject({ reason: 'questionFieldUsed' });
	expect(chat.value).toBe('+442079460001');
});

it.each([
	['ignores', 'ignored', () => ''],
	['shortens', 'cut', (value: string) => value.slice(0, 100)],
	['contains another question in', 'otherQuestion', () => earlier()],
])('askInChat sends nothing if the channel %s the field', async (_, found, saved) => {
	const chat = new TestChat();
	chat.saves = saved;

	await expect(ask(chat)).rejects.toMatchObject({
		details: { reason: 'questionNotSaved', found, outcome: 'notDone' },
	});

	expect(chat.log).not.toContain('send');
	// A question of another execution stays in the field.
	expect(chat.value).toBe(found === 'otherQuestion' ? earlier() : '');
});

it.each([
	['clears the field if the message was certainly not sent', 'notDone', true],
	['keeps the question if the message may have been sent', 'unknown', false],
] as const)('askInChat %s', async (_, outcome, isCleared) => {
	const chat = new TestChat();
	chat.failure = apiErrorWith('timedOut', outcome);

	await expect(ask(chat)).rejects.toMatchObject({ details: { reason: 'timedOut', outcome } });

	expect(chat.value === '').toBe(isCleared);
});

it('askInChat does not clear a question that was asked in the meantime', async () => {
	const chat = new TestChat();
	chat.failure = apiErrorWith('rateLimited', 'notDone');
	chat.beforeFailure = () => {
		chat.value = earlier();
	};

	await expect(ask(chat)).rejects.toMatchObject({ reason: 'rateLimited' });

	expect(chat.value).toBe(earlier());
});

it('askInChat reports that nothing was sent if saving has an unknown outcome', async () => {
	const chat = new TestChat();
	chat.saves = () => {
		throw apiErrorWith('timedOut', 'unknown');
	};
	await expect(ask(chat)).rejects.toMatchObject({ details: { outcome: 'notDone' } });
});

it('askInChat asks a contact one question at a time in one process', async () => {
	const chat = new TestChat();
	const asked = await Promise.allSettled(
		['1', '2', '3'].map(async (execution) =>
			ask(chat, open, { link: link.replace('/12/', `/${execution}/`) }),
		),
	);
	expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
	expect(chat.log.filter((entry) => entry === 'send')).toHaveLength(1);
});
