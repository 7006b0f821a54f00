import { type Answer, callService, sendText } from '../callService';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService({ limits: { messagesPerSecond: null } });
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterAll(async () => {
	await service.close();
});
beforeEach(() => {
	service.reset();
});

const control = async (method: string, path: string, body?: unknown): Promise<Answer> =>
	await callService(service, `/_service/${path}`, { method, body, headers: {} });

describe('the control over HTTP', () => {
	it('shows what the program interface shows', async () => {
		await sendText(service, contactId);
		await callService(service, '/v1/contact/nobody');
		expect((await control('GET', 'messages')).json).toEqual(service.messages);
		expect((await control('GET', 'calls')).json).toEqual(service.calls);
		expect((await control('GET', 'contacts')).json).toEqual(service.contacts.all());
		expect((await control('GET', 'statistics')).json).toEqual(service.statistics());
		expect(service.calls).toHaveLength(2);
	});

	it('adds faults, and ends them', async () => {
		const rule = {
			match: { method: 'POST', path: '/message/', nth: 2 },
			times: null,
			fault: { kind: 'status', status: 500 },
		};
		expect((await control('POST', 'faults', rule)).status).toBe(204);
		const statuses = [];
		for (let send = 0; send < 4; send += 1) {
			statuses.push((await sendText(service, contactId)).status);
		}
		expect((await control('DELETE', 'faults')).status).toBe(204);
		statuses.push((await sendText(service, contactId)).status);
		expect(statuses).toEqual([200, 500, 500, 500, 200]);
	});

	it.each([
		{ fault: { kind: 'earthquake' } },
		{ fault: { kind: 'status' } },
		{ fault: { kind: 'slow', milliseconds: '5' } },
		{ fault: { kind: 'never' }, chance: 1 },
		{ fault: { kind: 'never' }, match: { path: '(' } },
		{ fault: { kind: 'never' }, times: 0 },
	])('refuses a fault it does not know: %j', async (rule) => {
		expect((await control('POST', 'faults', rule)).status).toBe(400);
		expect((await sendText(service, contactId)).status).toBe(200);
	});

	it('changes the configuration, and only what it was given', async () => {
		const own = await startService();
		const change = { limits: { messagesPerSecond: 1 }, acceptUnknownContacts: true };
		const answer = await callService(own, '/_service/configuration', {
			method: 'PUT',
			body: change,
			headers: {},
		});
		const sends = [await sendText(own, 'anyone'), await sendText(own, 'anyone')];
		await own.close();
		expect(answer.json).toEqual({
			channelType: 'other',
			limits: {
				semantics: 'slidingWindow',
				retryAfter: 'seconds',
				messagesPerSecond: 1,
				contactCallsPerMinute: 100,
			},
			answers: { minimumMilliseconds: 0, maximumMilliseconds: 0 },
			arrivalJitterMilliseconds: 0,
			acceptUnknownContacts: true,
		});
		expect(sends.map(({ status }) => status)).toEqual([200, 429]);
	});

	it('refuses a configuration it does not know', async () => {
		const change = { limits: { messagesPerSecond: 0 } };
		expect((await control('PUT', 'configuration', change)).status).toBe(400);
	});

	it('resets', async () => {
		const atFirst = service.contacts.all();
		await sendText(service, contactId);
		service.contacts.update(contactId, [{ name: 'city', value: 'Lagos' }]);
		service.contacts.create([]);
		service.faults.add({ fault: { kind: 'status', status: 500 } });
		expect((await control('POST', 'reset')).status).toBe(204);
		expect(service.messages).toEqual([]);
		expect(service.calls).toEqual([]);
		expect(service.contacts.all()).toEqual(atFirst);
		expect((await sendText(service, contactId)).status).toBe(200);
	});
});
