import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import { inChunks } from '../../../nodes/ChannelMessaging/operations/inChunks';

const refusal = () =>
	new ApiError({
		reason: 'refused',
		outcome: 'notDone',
		title: 'The service refused the call',
		advice: 'Check the values.',
		status: 403,
		serviceMessage: 'No such contact',
	});

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

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
	const error: unknown = await work.catch((reason: unknown) => reason);
	if (error instanceof ApiError) return error;
	throw new Error(`No failure of the channel: ${String(error)}`);
}

describe('an item that needs several calls', () => {
	it('makes them in their order and gives the last answer', async () => {
		const { made, makeCall } = calls({ id: '1' }, { id: '2' }, { id: '3' });
		expect(await inChunks(parts, 'tags', makeCall)).toEqual({ id: '3' });
		expect(made).toEqual(parts);
	});

	it('makes no further call after one that did not succeed, and tells how far it came', async () => {
		const { made, makeCall } = calls({}, refusal());
		const failure = await failureOf(inChunks(parts, 'tags', makeCall));
		expect(made).toHaveLength(2);
		expect(failure.message).toBe('The service refused the call');
		expect(failure.description).toBe(
			'The service said: No such contact. Check the values. Of 3 calls for this item, 1 had been done before, with 2 of its 5 tags.',
		);
		expect(failure).toMatchObject({ reason: 'refused', status: 403 });
	});

	it('is done in part after its first call, so it counts as unsure', async () => {
		const later = await failureOf(inChunks(parts, 'tags', calls({}, refusal()).makeCall));
		expect(later.outcome).toBe('unknown');
		const first = await failureOf(inChunks(parts, 'tags', calls(refusal()).makeCall));
		expect(first.outcome).toBe('notDone');
		expect(first.advice).toMatch(/0 had been done before, with 0 of its 5 tags\.$/);
	});

	it('says nothing of parts where there is a single one', async () => {
		const failure = refusal();
		const { makeCall } = calls(failure);
		expect(await failureOf(inChunks([['a']], 'tags', makeCall))).toBe(failure);
	});

	it('passes on whatever else goes wrong', async () => {
		const error = new TypeError('Out of memory');
		await expect(inChunks(parts, 'tags', calls({}, error).makeCall)).rejects.toBe(error);
	});
});
