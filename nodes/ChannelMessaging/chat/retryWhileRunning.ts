import { notStarted } from '../client/apiError';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';
import type { ChatRequest } from '../sendAndWait/chatResponse';
import type { LinkState } from './linkState';
import type { RequestLink } from './questionLink';

/**
 * How long to retry while the execution is still running. n8n usually needs milliseconds to record
 * that an execution is waiting, or longer on a busy machine. After an answer, however, the
 * execution can run for hours.
 */
const runningPatienceMs = 10_000;

const intervalMs = 250;

/** Retries for 10 seconds while the execution is running or another answer is resuming it. */
export async function requestWaitingLink(
	requestLink: RequestLink,
	link: string,
	{ clock, cancellation }: { clock: Clock; cancellation: CancellationToken },
	body?: ChatRequest,
): Promise<LinkState> {
	const until = clock.now() + runningPatienceMs;
	for (;;) {
		const state = await requestLink(link, body);
		const isChanging = state.state === 'running' || state.state === 'answering';
		if (!isChanging || clock.now() >= until) return state;
		await pause(clock, cancellation, intervalMs);
		if (cancellation.isStopped) throw notStarted();
	}
}
