import { type Channel, createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { type ApiResponse, excerpt } from '../../../nodes/ChannelMessaging/client/response';
import { answeringService } from './answeringService';
import { apiErrorOf } from './apiErrorOf';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, oddBodies, textResponse } from './apiResponse';

const channelThatGets = (answer: ApiResponse): Channel =>
	createChannel(answeringService(answer).callApi, 'other');

const message = { content: { type: 'text', text: 'Hello' }, forceCancelSurvey: false } as const;
const assignments = [{ name: 'phone', value: '1' }];

const send = (channel: Channel) => channel.sendMessage('7', message);
const create = (channel: Channel) => channel.createContact(assignments);
const others: ReadonlyArray<[name: string, use: (channel: Channel) => Promise<unknown>]> = [
	['get', (channel) => channel.getContact('7')],
	['search', (channel) => channel.findContacts('phone', '1', 1)],
	['update', (channel) => channel.updateContact('7', assignments)],
	['tag', (channel) => channel.addTags('7', ['vip'])],
	['untag', (channel) => channel.removeTags('7', ['vip'])],
];

/** The one call that a method makes; how it goes to its path is in operationRuns.ts. */
async function callOf(use: (channel: Channel) => Promise<unknown>) {
	const { callApi, calls } = answeringService(apiResponse({ data: [] }));
	// What the answer is read as is no matter here.
	await use(createChannel(callApi, 'other')).catch(() => undefined);
	expect(calls).toHaveLength(1);
	return calls[0];
}

describe('a call', () => {
	it.each([...others, ['create', create] as const])(
		'to %s counts as one of contacts',
		async (name, use) => {
			const call = await callOf(use);
			expect(call).toMatchObject({ bucket: 'contact', idempotent: name !== 'create' });
		},
	);

	it('to send is one of messages, is never repeated, and keeps a survey running', async () => {
		expect(await callOf(send)).toStrictEqual({
			bucket: 'message',
			method: 'POST',
			path: '/v1/message/sendContent/7',
			body: { body: [message.content] },
			idempotent: false,
		});
	});

	it.each([
		[1, { name: 'phone', value: '7' }],
		[2, { name: 'phone', value: '7', page: '2' }],
	])('to search asks for page %d by its number, except the first', async (page, query) => {
		const call = await callOf((channel) => channel.findContacts('phone', '7', page));
		expect(call?.query).toStrictEqual(query);
	});
});

describe('the answer to a send', () => {
	it('is given as it came, with whatever else it holds', async () => {
		const envelope = { status: 'Success', message: 'Message Sent', data: ['x'], id: 7 };
		expect(await send(channelThatGets(apiResponse(envelope)))).toMatchObject({
			documented: envelope,
		});
	});

	it('has no empty data', async () => {
		const envelope = { status: 'Success', message: 'Message Sent' };
		const { documented: usual } = await send(
			channelThatGets(apiResponse({ ...envelope, data: [] })),
		);
		expect(usual).toEqual(envelope);
	});

	it('is given as it came where the message was not sent again', async () => {
		const answer = { ...apiResponse({ status: 'skipped' }), skipped: true } as const;
		expect(await send(channelThatGets(answer))).toMatchObject({
			documented: { status: 'skipped' },
		});
	});

	it.each([{}, { status: 7 }, { status: 'queued', id: 7 }, { data: [] }])(
		'counts as sent when it is %j',
		async (body) => {
			const response = apiResponse(body);
			expect(await send(channelThatGets(response))).toEqual({ ...response, missing: 'success' });
		},
	);
});

describe.each([
	['send', send],
	['creation', create],
])('the answer to a %s counts as done', (_, use) => {
	it.each(oddBodies)('when its body is %s', async (_name, text) => {
		const response = textResponse(text, 202);
		const done = await use(channelThatGets(response));
		expect(done).toMatchObject({ ...response, documented: undefined });
	});

	it('when it broke off', async () => {
		const truncated = apiErrorWith('connectionLost', 'unknown');
		const response = { ...textResponse('{"status":"Succ'), truncated };
		expect(await use(channelThatGets(response))).toMatchObject(response);
	});
});

describe('the answer to a creation', () => {
	it('is what data holds', async () => {
		const created = { id: 'cus_7', more: 1 };
		const channel = channelThatGets(apiResponse({ data: created }));
		expect(await create(channel)).toMatchObject({ documented: created });
	});

	it.each([{}, { data: [] }, { data: { id: '' } }, { data: { id: null } }])(
		'counts as created without an ID, as %j',
		async (body) => {
			const response = apiResponse(body);
			expect(await create(channelThatGets(response))).toEqual({ ...response, missing: 'id' });
		},
	);
});

describe.each(others)('the answer to %s', (_, use) => {
	it.each(oddBodies)('is unreadable when it is %s', async (_name, text) => {
		const failure = await apiErrorOf(use(channelThatGets(textResponse(text))));
		expect(failure.details).toEqual({
			reason: 'unreadable',
			outcome: 'unknown',
			status: 200,
			expected: 'json',
			excerpt: excerpt(text),
		});
	});

	it('fails for the reason for which it broke off', async () => {
		const truncated = apiErrorWith('connectionLost', 'unknown');
		const response = { ...textResponse('{"data": {"id": "cus'), truncated };
		expect(await apiErrorOf(use(channelThatGets(response)))).toBe(truncated);
	});
});

describe('the answer to an update', () => {
	it.each([
		['what data holds', { data: { id: 'cus_7', more: 1 } }, { id: 'cus_7', more: 1 }],
		['all of it where there is no data', { id: 'cus_7' }, { id: 'cus_7' }],
		['all of it where data is a list', { status: 'ok', data: [] }, { status: 'ok', data: [] }],
	])('is %s', async (_, body, result) => {
		const channel = channelThatGets(apiResponse(body));
		expect(await channel.updateContact('7', assignments)).toEqual(result);
	});
});

describe('the answer to a get', () => {
	it('is the contact, with fields that the document does not name', async () => {
		const contact = { id: '7', custom_fields: { a: '1' }, tags: [], created_at: 1, extra: null };
		const channel = channelThatGets(apiResponse({ data: contact }));
		expect(await channel.getContact('7')).toEqual(contact);
	});

	it.each([{}, { data: null }, { data: [] }, { data: [{ id: '7' }] }, { data: '7' }])(
		'is unreadable as %j',
		async (body) => {
			const failure = await apiErrorOf(channelThatGets(apiResponse(body)).getContact('7'));
			expect(failure.details).toMatchObject({ reason: 'unreadable', expected: 'contact' });
		},
	);
});

describe('the answer to a search', () => {
	const contacts = [{ id: '7' }, { id: '8' }];
	const page = async (body: unknown, number = 1) =>
		await channelThatGets(apiResponse(body)).findContacts('phone', '1', number);

	it('holds the contacts of the page', async () => {
		const size = JSON.stringify({ data: contacts }).length;
		expect(await page({ data: contacts })).toEqual({ contacts, size, hasNext: false });
	});

	it('says how many contacts there are in all, where the service gives a number', async () => {
		expect(await page({ data: [], meta: { total: 0 } })).toHaveProperty('total', 0);
		expect(await page({ data: [], meta: { total: '12' } })).not.toHaveProperty('total');
	});

	it.each([
		['the last page is later', 2, { meta: { last_page: 3 } }, true],
		['the last page is this one', 3, { meta: { last_page: 3 } }, false],
		['the last page was earlier', 4, { meta: { last_page: 3 } }, false],
		['there is a link past it', 3, { meta: { last_page: 3 }, links: { next: 'x' } }, false],
		['there is only a link to the next', 1, { links: { next: 'x' } }, true],
		['there is no link to the next', 1, { links: { next: null } }, false],
		['its number is none', 1, { meta: { last_page: '3' }, links: { next: 'x' } }, true],
		['meta and links are odd', 1, { meta: null, links: [] }, false],
	])('says whether another page follows: %s', async (_, number, rest, hasNext) => {
		expect((await page({ data: contacts, ...rest }, number)).hasNext).toBe(hasNext);
	});

	it.each([
		[{}, 'list'],
		[{ data: null }, 'list'],
		[{ data: { id: '7' } }, 'list'],
		[{ data: [contacts[0], null] }, 'contactsOnly'],
	])('is unreadable as %j', async (body, expected) => {
		const failure = await apiErrorOf(page(body));
		expect(failure.details).toMatchObject({ reason: 'unreadable', expected });
	});
});
