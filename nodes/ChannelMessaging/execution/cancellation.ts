import type { IExecuteFunctions } from 'n8n-workflow';

import type { CancellationToken } from '../scheduling/cancellationToken';

/**
 * Cancels when the execution is cancelled. To be called once for many calls, because Node.js warns of a
 * leak when more than ten listen to a signal. Gives a function that lets go of the signal.
 */
export function cancelWith(
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
	stop: CancellationToken,
): () => void {
	const cancelled = context.getExecutionCancelSignal();
	const now = () => {
		stop.cancel();
	};
	if (cancelled?.aborted === true) now();
	cancelled?.addEventListener('abort', now, { once: true });
	return () => cancelled?.removeEventListener('abort', now);
}
