import { ApiError, notStarted } from '../client/apiError';
import { pause } from '../scheduling/pause';
import type { ChatLinkRequest } from '../sendAndWait/chatLinkRequest';
import type { ChatSession } from './chatSession';
import type { LinkState } from './interpretLinkResponse';

/**
 * How long to retry while the execution is still running. n8n usually records within milliseconds
 * that an execution is waiting, but this takes longer on a busy machine. After an answer, however,
 * the execution can run for hours.
 */
const runningPatienceMs = 10_000;

const intervalMs = 250;

const changingStates: ReadonlyArray<LinkState['state']> = ['answering', 'running', 'unreadable'];

/**
 * Requests a question's link, and retries for 10 seconds while the execution is running, is
 * unreadable, or is resumed by another answer. Rejects if the execution is still unreadable after
 * that.
 */
export async function retryWhileRunning(
	{ requestLink, clock, cancellation }: Pick<ChatSession, 'cancellation' | 'clock' | 'requestLink'>,
	link: string,
	body?: ChatLinkRequest,
): Promise<LinkState> {
	const until = clock.now() + runningPatienceMs;
	for (;;) {
		const state = await requestLink(link, body);
		const isOver = clock.now() >= until;
		if (state.state === 'unreadable' && isOver) {
			const { status } = state;
			const address = new URL(link).origin;
			throw new ApiError({ reason: 'linkRejected', outcome: 'notDone', status, address });
		}
		if (isOver || !changingStates.includes(state.state)) return state;
		await pause(clock, cancellation, intervalMs);
		if (cancellation.isStopped) throw notStarted();
	}
}
