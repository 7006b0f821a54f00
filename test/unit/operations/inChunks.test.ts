import { sendInChunks } from '../../../nodes/ChannelMessaging/operations/chunkedRequests';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiErrorWith } from '../client/apiErrorWith';

const refusal = () => apiErrorWith('refused', 'notDone');

/** Answers as given, call after call; a failure rejects. */
function calls(...answers: Array<object | Error>) {
	const made: string[][] = [];
	const makeCall = (part: string[]) => {
		const answer = answers[made.length] ?? {};
		made.push(part);
		return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ ...answer });
	};
	return { made, makeCall };
}

const parts = [['a', 'b'], ['c', 'd'], ['e']];

describe('an item that needs several calls', () => {
	it('makes them in their order and gives the last answer', async () => {
		const { made, makeCall } = calls({ id: '1' }, { id: '2' }, { id: '3' });
		expect(await sendInChunks(parts, 'tags', makeCall)).toEqual({ id: '3' });
		expect(made).toEqual(parts);
	});

	it('makes no further call after one that did not succeed, and tells how far it came', async () => {
		const { made, makeCall } = calls({}, refusal());
		const failure = await apiErrorOf(sendInChunks(parts, 'tags', makeCall));
		expect(made).toHaveLength(2);
		expect(failure.details).toMatchObject({
			reason: 'refused',
			progress: { requests: 3, requestsDone: 1, entries: 5, entriesDone: 2, noun: 'tags' },
		});
	});

	it('is done in part after its first call, so its outcome is unknown', async () => {
		const later = await apiErrorOf(sendInChunks(parts, 'tags', calls({}, refusal()).makeCall));
		expect(later.outcome).toBe('unknown');
		const first = await apiErrorOf(sendInChunks(parts, 'tags', calls(refusal()).makeCall));
		expect(first.outcome).toBe('notDone');
	});

	it('says nothing of parts where there is a single one', async () => {
		const failure = refusal();
		const { makeCall } = calls(failure);
		expect(await apiErrorOf(sendInChunks([['a']], 'tags', makeCall))).toBe(failure);
	});

	it('passes on whatever else goes wrong', async () => {
		const error = new TypeError('Out of memory');
		await expect(sendInChunks(parts, 'tags', calls({}, error).makeCall)).rejects.toBe(error);
	});
});
