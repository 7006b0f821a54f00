import { fetchApi, sendText } from '../fetchApi';
import { type Service, startService } from '../startService';
import { type Fault, type FaultRule, Faults } from './faults';

const send = { method: 'POST', path: '/v1/message/sendContent/7', contactId: '7' };
const read = { method: 'GET', path: '/v1/contact/a%20b?page=2', contactId: 'a b' };
const fault: Fault = { kind: 'noResponse' };

describe('Fault rules', () => {
	// Three sends (even indexes) alternate with three reads (odd indexes).
	const requests = [send, read, send, read, send, read];

	it.each<[string, Partial<FaultRule>, number[]]>([
		['one request by default', {}, [0]],
		['all requests if times is null', { times: null }, [0, 1, 2, 3, 4, 5]],
		['requests with its method', { times: Infinity, match: { method: 'POST' } }, [0, 2, 4]],
		['requests whose path matches', { times: 3, match: { path: '^/v1/contact/' } }, [1, 3, 5]],
		['requests for its contact', { times: 3, match: { contactId: 'a b' } }, [1, 3, 5]],
		['requests from the nth match on', { times: 3, match: { method: 'POST', nth: 2 } }, [2, 4]],
	])('A fault rule affects %s', (_description, rule, affected) => {
		const faults = new Faults();
		faults.add({ ...rule, fault });

		expect(requests.flatMap((request, index) => (faults.next(request) ? [index] : []))).toEqual(
			affected,
		);
		faults.clear();
		expect(faults.next(send)).toBeUndefined();
	});

	it('A fault rule takes precedence over later rules', () => {
		const faults = new Faults();
		faults.add({ match: { method: 'POST' }, fault });
		faults.add({ times: 2, fault: { kind: 'slow', delayMs: 1 } });

		const kinds = requests.map((request) => faults.next(request)?.kind);

		expect(kinds.slice(0, 4)).toEqual(['noResponse', 'slow', 'slow', undefined]);
	});
});

describe('Faults', () => {
	let service: Service;
	let contactId: string;

	beforeEach(async () => {
		service = await startService();
		contactId = service.contacts.all()[0]?.id ?? '';
	});
	afterEach(async () => {
		await service.close();
	});

	const headers = { 'retry-after': '7' };
	it.each<[string, Fault, { accepted: boolean }, object]>([
		[
			'a status and message without processing the request',
			{ kind: 'status', status: 503, message: 'Later', headers },
			{ accepted: false },
			{ status: 503, headers, json: { status: 'error', message: 'Later', data: [] } },
		],
		[
			'a status after processing the request',
			{ kind: 'statusAfterEffect', status: 502, headers },
			{ accepted: true },
			{ status: 502, headers, json: { status: 'error', message: 'Bad Gateway', data: [] } },
		],
		[
			'any response after processing the request',
			{ kind: 'response', status: 202, contentType: 'text/html', body: '<p>', headers },
			{ accepted: true },
			{ status: 202, headers: { ...headers, 'content-type': 'text/html' }, text: '<p>' },
		],
	])('A fault sends %s', async (_description, fault, { accepted }, response) => {
		service.faults.add({ fault });

		expect(await sendText(service, contactId)).toMatchObject(response);
		expect(service.messages).toHaveLength(accepted ? 1 : 0);
		expect(service.requests).toMatchObject([{ accepted, body: { body: [{ text: 'Hello' }] } }]);
	});

	it.each([
		{ when: 'beforeEffect', title: 'before it processes a request', accepted: false },
		{ when: 'afterEffect', title: 'after it processed a request', accepted: true },
	] as const)('A fault closes the connection $title', async ({ when, accepted }) => {
		service.faults.add({ fault: { kind: 'connectionLost', when } });

		await expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
		expect(service.requests).toMatchObject([{ status: null, accepted }]);
		expect((await sendText(service, contactId)).status).toBe(200);
	});

	it('A fault keeps the connection open without a response', async () => {
		service.faults.add({ fault });

		const pending = expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
		while (service.messages.length < 1) await fetchApi(service, '/_service/statistics');
		expect(service.requests).toMatchObject([{ status: null, accepted: true }]);
		await service.close();
		await pending;
	});

	it('Faults do not affect unauthorized or rate-limited requests', async () => {
		service.configure({ limits: { contactRequestsPerMinute: 1 } });
		const readContact = async () => await fetchApi(service, `/v1/contact/${contactId}`);
		await readContact();
		service.faults.add({ fault: { kind: 'status', status: 500 } });

		const responses = [
			await sendText({ url: service.url, token: 'wrong' }, contactId),
			await readContact(),
			await sendText(service, contactId),
		];

		expect(responses.map(({ status }) => status)).toEqual([401, 429, 500]);
	});
});
