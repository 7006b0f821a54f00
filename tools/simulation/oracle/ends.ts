import type { Oracle } from './evidence';

export const everyExecutionEnds: Oracle = ({ executions }) =>
	executions.map(({ number, endedAt, crashedAt }) =>
		endedAt === undefined && crashedAt === undefined
			? `Execution ${String(number)} never ends`
			: undefined,
	);
