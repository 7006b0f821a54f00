import { sendInChunks } from '../../../nodes/ChannelMessaging/operations/sendInChunks';
import { apiErrorWith } from '../client/apiErrorWith';

describe('sendInChunks', () => {
	const list = { entries: ['a', 'b', 'c', 'd', 'e'], noun: 'tags', maxCount: 2 };
	const rejection = apiErrorWith('rejected', 'notDone');

	it('sendInChunks stops at the first failed request and reports the progress', async () => {
		const send = jest.fn().mockResolvedValueOnce({}).mockRejectedValueOnce(rejection);

		await expect(sendInChunks(list, send)).rejects.toMatchObject({
			details: {
				reason: 'rejected',
				outcome: 'unknown',
				progress: { requests: 3, requestsDone: 1, entries: 5, entriesDone: 2, noun: 'tags' },
			},
		});
		expect(send).toHaveBeenCalledTimes(2);
	});

	it('sendInChunks preserves the outcome if the first request fails', async () => {
		const send = jest.fn().mockRejectedValue(rejection);
		await expect(sendInChunks(list, send)).rejects.toMatchObject({ outcome: 'notDone' });
		await expect(sendInChunks({ ...list, entries: ['a'] }, send)).rejects.toBe(rejection);
	});
});
