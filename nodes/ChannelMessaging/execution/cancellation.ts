import type { IExecuteFunctions } from 'n8n-workflow';

import type { Halt } from '../delivery/halt';

/**
 * Halts when the execution is cancelled. To be called once for many calls, because Node.js warns of a
 * leak when more than ten listen to a signal. Gives a function that lets go of the signal.
 */
export function haltWhenCancelled(
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
	halt: Halt,
): () => void {
	const cancelled = context.getExecutionCancelSignal();
	const now = () => {
		halt.now();
	};
	if (cancelled?.aborted === true) now();
	cancelled?.addEventListener('abort', now, { once: true });
	return () => cancelled?.removeEventListener('abort', now);
}
