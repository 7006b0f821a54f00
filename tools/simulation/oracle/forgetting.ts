import type { IdleState } from '../world/recording';
import type { Oracle } from './oracle';

/** S3: after an idle time, memory returns to its level before. */
export const forgetting: Oracle<{ idleStates: readonly IdleState[] }> = ({ idleStates }) =>
	idleStates.map(({ worker, size, sizeOfNew }) =>
		size > sizeOfNew
			? `Worker ${String(worker)} has a state of the size ${String(size)} after idle hours, and a new process ${String(sizeOfNew)}`
			: undefined,
	);
