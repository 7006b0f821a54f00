import { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';

interface UnderWay {
	owner: object;
	stop: CancellationToken;
	ended: Promise<unknown>;
}

/** Lives as long as the n8n process, which starts a poll whether or not the last one has ended. */
const underWay = new Map<string, UnderWay>();

/**
 * Does work for a key, one at a time: nothing where the same owner has some under way. Another owner,
 * which n8n makes when a workflow is published anew, stops the former one's work and does its own.
 *
 * @returns what the work gives; null where nothing was done, or where it was stopped
 */
export async function oneAtATime<Result>(
	key: string,
	owner: object,
	work: (stop: CancellationToken) => Promise<Result>,
): Promise<Result | null> {
	const former = underWay.get(key);
	if (former?.owner === owner) return null;
	former?.stop.cancel();
	const stop = new CancellationToken();
	const result = Promise.resolve(former?.ended).then(async () =>
		stop.isCancelled ? null : await work(stop),
	);
	const own = { owner, stop, ended: result.catch(() => undefined) };
	underWay.set(key, own);
	return await result
		.catch((error: unknown) => {
			if (stop.isCancelled) return null;
			throw error;
		})
		.finally(() => {
			if (underWay.get(key) === own) underWay.delete(key);
		});
}
