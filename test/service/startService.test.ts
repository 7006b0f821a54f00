import { callService, sendText } from './callService';
import { startService } from './startService';

const activeTimers = (): number =>
	process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('the service', () => {
	it('has the same contacts at every start, and others for another seed', async () => {
		const services = [
			await startService({ contacts: 30 }),
			await startService({ contacts: 30 }),
			await startService({ contacts: 30, seed: 2 }),
		];
		const [one, again, other] = services.map(({ contacts }) => contacts.all());
		await Promise.all(services.map((service) => service.close()));
		expect(one).toHaveLength(30);
		expect(new Set(one?.map(({ id }) => id)).size).toBe(30);
		expect(one?.every(({ id }) => /^\d+$/.test(id))).toBe(true);
		expect(again).toEqual(one);
		expect(other).not.toEqual(one);
	});

	it('takes the time to answer that it was given', async () => {
		const service = await startService({
			answers: { minimumMilliseconds: 60, maximumMilliseconds: 80 },
		});
		const start = performance.now();
		const answer = await sendText(service, 'nobody');
		const elapsed = performance.now() - start;
		await service.close();
		expect(answer.status).toBe(403);
		expect(elapsed).toBeGreaterThanOrEqual(58);
	});

	it('counts a call when it arrives, not when it was made', async () => {
		const service = await startService({
			arrivalJitterMilliseconds: 60,
			acceptUnknownContacts: true,
			limits: { messagesPerSecond: null },
		});
		await Promise.all(
			Array.from({ length: 20 }, async (_send, index) => await sendText(service, String(index))),
		);
		const times = service.calls.map(({ at }) => at);
		await service.close();
		expect(times).toEqual([...times].sort((one, other) => one - other));
		expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(15);
		expect(service.messages.map(({ contactId }) => contactId)).not.toEqual(
			Array.from({ length: 20 }, (_send, index) => String(index)),
		);
	});

	it('closes at once with calls still to be answered, and takes none afterwards', async () => {
		const service = await startService({ arrivalJitterMilliseconds: 9_000 });
		const pending = expect(sendText(service, 'nobody')).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
		// Calls are taken in the order of their connections: the first one waits by now.
		await callService(service, '/_service/statistics');
		const timers = activeTimers();
		await service.close();
		expect(activeTimers()).toBeLessThan(timers);
		await pending;
		await expect(sendText(service, 'nobody')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});

	it('refuses a port that is taken', async () => {
		const service = await startService();
		const port = Number(new URL(service.url).port);
		await expect(startService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		await service.close();
	});
});
