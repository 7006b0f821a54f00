import type { Oracle } from './evidence';

/** S3: after an idle time, memory returns to its level before. */
export const forgetting: Oracle = ({ idleStates }) =>
	idleStates.map(({ worker, objects, objectsOfNew }) =>
		objects > objectsOfNew
			? `Worker ${String(worker)} keeps ${String(objects)} objects after idle hours, and a new process ${String(objectsOfNew)}`
			: undefined,
	);
