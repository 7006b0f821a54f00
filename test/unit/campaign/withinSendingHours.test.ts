import { withinSendingHours } from '../../../nodes/ChannelMessaging/campaign/withinSendingHours';
import { createSender, type SendRequest } from '../../../nodes/ChannelMessaging/client/sendRequest';
import { apiErrorWith } from '../client/apiErrorWith';
import { read, send as request, serverFault, success, TestService } from '../client/testService';

const response = success();
/** From 9:00 to 20:00 on all days. */
const hours = { from: 9 * 60, until: 20 * 60, days: new Set([0, 1, 2, 3, 4, 5, 6]) };
const zone = { offsetAt: () => 120 };

const morning = Date.parse('2026-11-26T08:00:00Z');
const evening = Date.parse('2026-11-26T18:00:00Z');
const nextMorning = '2026-11-27T09:00:00+02:00';

/** @param times the time when the request is made, and the time when it is about to be written */
async function sendAt([made, written]: [number, number], options: Parameters<SendRequest>[1] = {}) {
	let time = made;
	const recorded = jest.fn<Promise<undefined>, []>().mockResolvedValue(undefined);
	const send = withinSendingHours(
		async (_request, inner) => {
			time = written;
			return (await inner?.prepare?.()) ?? inner?.obstacle?.() ?? response;
		},
		hours,
		zone,
		() => time,
	);
	return { recorded, result: await send(request, { prepare: recorded, ...options }) };
}

it('sends a message within the sending hours', async () => {
	const { recorded, result } = await sendAt([morning, morning]);
	expect(result).toBe(response);
	expect(recorded).toHaveBeenCalled();
});

it('skips a message outside the sending hours and reports when it can be sent', async () => {
	const { result } = await sendAt([evening, evening]);
	expect(result).toMatchObject({ outcome: 'notDone', details: { sendAt: nextMorning } });
});

it('skips a message and records no key if the sending hours end while it waits', async () => {
	const { recorded, result } = await sendAt([morning, evening]);
	expect(result).toMatchObject({ outcome: 'notDone', details: { sendAt: nextMorning } });
	expect(recorded).not.toHaveBeenCalled();
});

it('skips a message if the sending hours end after its key was recorded', async () => {
	let time = morning;
	const send = withinSendingHours(
		async (_request, inner) => {
			await inner?.prepare?.();
			time = evening;
			return inner?.obstacle?.() ?? response;
		},
		hours,
		zone,
		() => time,
	);

	expect(
		await send(request, {
			prepare: jest.fn<Promise<undefined>, []>().mockResolvedValue(undefined),
		}),
	).toMatchObject({ outcome: 'notDone', details: { sendAt: nextMorning } });
});

it('resends a message with an unknown outcome only within the sending hours', async () => {
	const previousError = apiErrorWith('timedOut', 'unknown');
	expect((await sendAt([morning, morning], { previousError })).result).toBe(response);
	expect((await sendAt([evening, evening], { previousError })).result).toBe(previousError);
});

it('makes no request to test a failing service after the sending hours end', async () => {
	const service = new TestService(Array.from({ length: 5 }, serverFault));
	const { clock, requests } = service;
	const send = createSender(service.openSession(), 1_000);
	await clock.run(Promise.all(Array.from({ length: 5 }, async () => await send(request))));
	const from = clock.now();
	const now = () => evening - 1_000 + clock.now() - from;

	const sendWithin = withinSendingHours(send, hours, zone, now);
	const result = await clock.run(sendWithin({ ...request, test: read }));

	expect(result).toMatchObject({ reason: 'outsideHours', outcome: 'notDone' });
	expect(requests).toHaveLength(5);
});
