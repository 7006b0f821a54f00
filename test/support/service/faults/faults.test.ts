import { callService, sendText } from '../callService';
import { type Service, startService } from '../startService';
import { type Fault, type FaultRule, Faults } from './faults';

const toSend = { method: 'POST', path: '/v1/message/sendContent/7', contactId: '7' };
const toRead = { method: 'GET', path: '/v1/contact/a%20b?page=2', contactId: 'a b' };
const fault: Fault = { kind: 'never' };

describe('which of three sends and three reads, in turn, a rule strikes', () => {
	const calls = [toSend, toRead, toSend, toRead, toSend, toRead];

	it.each<[Partial<FaultRule>, number[]]>([
		[{}, [0]],
		[{ times: 2 }, [0, 1]],
		[{ times: null }, [0, 1, 2, 3, 4, 5]],
		[{ times: Infinity, match: { method: 'POST' } }, [0, 2, 4]],
		[{ times: Infinity, match: { path: '^/v1/contact/' } }, [1, 3, 5]],
		[{ times: Infinity, match: { path: /PAGE=2$/i } }, [1, 3, 5]],
		[{ times: Infinity, match: { contactId: 'a b' } }, [1, 3, 5]],
		[{ times: Infinity, match: { method: 'GET', contactId: '7' } }, []],
		[{ times: Infinity, match: { method: 'POST', nth: 2 } }, [2, 4]],
		[{ times: Infinity, probability: 0.5 }, [0, 1, 3]],
	])('%p', (rule, struck) => {
		const numbers = [0.1, 0.49, 0.5, 0, 0.9, 1];
		const faults = new Faults(() => numbers.shift() ?? 1);
		faults.add({ ...rule, fault });
		expect(calls.flatMap((call, index) => (faults.strike(call) ? [index] : []))).toEqual(struck);
		faults.clear();
		expect(faults.strike(toSend)).toBeUndefined();
	});

	it('the first that applies decides', () => {
		const faults = new Faults(() => 0);
		faults.add({ match: { method: 'POST' }, fault });
		faults.add({ times: 2, fault: { kind: 'slow', milliseconds: 1 } });
		const kinds = calls.map((call) => faults.strike(call)?.kind);
		expect(kinds.slice(0, 4)).toEqual(['never', 'slow', 'slow', undefined]);
	});
});

describe('what a fault does', () => {
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
	const broken = '{"status":"Succ';
	it.each<[Fault, boolean, object]>([
		[
			{ kind: 'status', status: 503, message: 'Later', headers },
			false,
			{ status: 503, headers, json: { status: 'error', message: 'Later', data: [] } },
		],
		[{ kind: 'status', status: 429 }, false, { json: { message: 'Too many requests' } }],
		[{ kind: 'status', status: 401 }, false, { json: { message: 'API Token is invalid.' } }],
		[
			{ kind: 'statusAfterEffect', status: 502, headers },
			true,
			{ status: 502, headers, json: { status: 'error', message: 'Bad Gateway', data: [] } },
		],
		[
			{ kind: 'answer', status: 202, contentType: 'text/html', body: '<p>', headers },
			true,
			{ status: 202, headers: { ...headers, 'content-type': 'text/html' }, text: '<p>' },
		],
		[
			{ kind: 'answer', status: 200, contentType: 'application/json', body: broken },
			true,
			{ text: broken },
		],
		[{ kind: 'answer', status: 200, contentType: 'text/html', body: '' }, true, { text: '' }],
	])('%j: accepted %p', async (given, accepted, answer) => {
		service.faults.add({ fault: given });
		expect(await sendText(service, contactId)).toMatchObject(answer);
		expect(service.messages).toHaveLength(accepted ? 1 : 0);
		expect(service.calls).toMatchObject([{ accepted, body: { body: [{ text: 'Hello' }] } }]);
	});

	it.each([
		['beforeEffect', false],
		['afterEffect', true],
	] as const)('connectionLost %s: accepted %p', async (when, accepted) => {
		service.faults.add({ fault: { kind: 'connectionLost', when } });
		await expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
		expect(service.calls).toMatchObject([{ status: null, accepted }]);
		expect((await sendText(service, contactId)).status).toBe(200);
	});

	it('never: accepted, and not answered until the service closes', async () => {
		service.faults.add({ fault });
		const unanswered = expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
		while (service.messages.length < 1) await callService(service, '/_service/statistics');
		expect(service.calls).toMatchObject([{ status: null, accepted: true }]);
		await service.close();
		await unanswered;
	});

	it('slow: that much later than every answer', async () => {
		service.configure({ answers: { minimumMilliseconds: 60, maximumMilliseconds: 80 } });
		service.faults.add({ fault: { kind: 'slow', milliseconds: 120 } });
		const start = performance.now();
		expect((await sendText(service, contactId)).status).toBe(200);
		// Timers may fire a millisecond early.
		expect(performance.now() - start).toBeGreaterThanOrEqual(175);
	});

	it('nothing to calls that are refused for their token or the rate, which use none up', async () => {
		service.configure({ limits: { contactCallsPerMinute: 1 } });
		const read = async () => await callService(service, `/v1/contact/${contactId}`);
		await read();
		service.faults.add({ fault: { kind: 'status', status: 500 } });
		const answers = [
			await sendText({ url: service.url, token: 'wrong' }, contactId),
			await read(),
			await sendText(service, contactId),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 429, 500]);
	});

	it.each([
		{ fault: { kind: 'earthquake' } },
		{ fault: { kind: 'status' } },
		{ fault: { kind: 'never' }, chance: 1 },
		{ fault: { kind: 'never' }, match: { path: '(' } },
		{ fault: { kind: 'never' }, times: 0 },
	])('nothing where it is unknown: %j', async (body) => {
		const answer = await callService(service, '/_service/faults', { method: 'POST', body });
		expect(answer.status).toBe(400);
		expect((await sendText(service, contactId)).status).toBe(200);
	});
});
