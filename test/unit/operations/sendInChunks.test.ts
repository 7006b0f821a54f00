import { sendInChunks } from '../../../nodes/ChannelMessaging/operations/sendInChunks';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiErrorWith } from '../client/apiErrorWith';

describe('sendInChunks', () => {
	const list = { entries: ['a', 'b', 'c', 'd', 'e'], noun: 'tags', maxCount: 2 };
	const rejection = apiErrorWith('rejected', 'notDone');

	it('sendInChunks sends all entries in order', async () => {
		const send = jest.fn().mockResolvedValue({});
		await sendInChunks(list, send);
		expect(send.mock.calls).toEqual([[['a', 'b']], [['c', 'd']], [['e']]]);
	});

	it('sendInChunks stops at the first failed request and reports the progress', async () => {
		const send = jest.fn().mockResolvedValueOnce({}).mockRejectedValueOnce(rejection);

		const { details } = await apiErrorOf(sendInChunks(list, send));

		expect(send).toHaveBeenCalledTimes(2);
		expect(details).toMatchObject({
			reason: 'rejected',
			outcome: 'unknown',
			progress: { requests: 3, requestsDone: 1, entries: 5, entriesDone: 2, noun: 'tags' },
		});
	});

	it('sendInChunks preserves the outcome if the first request fails', async () => {
		const send = jest.fn().mockRejectedValue(rejection);
		expect(await apiErrorOf(sendInChunks(list, send))).toMatchObject({
			outcome: 'notDone',
		});
		expect(await apiErrorOf(sendInChunks({ ...list, entries: ['a'] }, send))).toBe(rejection);
	});

	it('sendInChunks preserves unexpected errors', async () => {
		const error = new TypeError('Out of memory');
		const send = jest.fn().mockRejectedValue(error);
		await expect(sendInChunks(list, send)).rejects.toBe(error);
	});
});
