import { parse as parseFlatted } from 'flatted';
import { z } from 'zod';

const errorSchema = z
	.object({
		message: z.string(),
		description: z.string().nullish(),
	})
	.passthrough();

const itemSchema = z.object({
	json: z.record(z.unknown()),
	pairedItem: z.unknown(),
	error: z.unknown().optional(),
});

/** One execution of a node. A node in a loop has several. Times are in milliseconds. */
const nodeExecutionSchema = z
	.object({
		startTime: z.number(),
		executionTime: z.number(),
		data: z
			.object({ main: z.array(z.array(itemSchema).nullable()).default([]) })
			.passthrough()
			.default({}),
		error: errorSchema.optional(),
	})
	.transform(({ startTime, executionTime, data, ...rest }) => ({
		...rest,
		startedAt: startTime,
		durationMs: executionTime,
		outputs: data.main.map((items) => items ?? []),
	}));

const dataSchema = z.object({
	resultData: z.object({
		runData: z.record(z.array(nodeExecutionSchema)).default({}),
		error: errorSchema.optional(),
		lastNodeExecuted: z.string().optional(),
	}),
	executionData: z.object({ nodeExecutionStack: z.array(z.unknown()) }).optional(),
});

/** An execution without its data. */
export const summarySchema = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
});

/** An execution as n8n stores it. Its data is a `flatted` string. */
export const storedExecutionSchema = summarySchema
	.extend({ data: z.string(), waitTill: z.coerce.date().nullish() })
	.passthrough();

export type Item = z.infer<typeof itemSchema>;

export type NodeExecution = z.infer<typeof nodeExecutionSchema>;

export type ExecutionSummary = z.infer<typeof summarySchema>;

export type StoredExecution = z.infer<typeof storedExecutionSchema>;

export interface Execution extends ExecutionSummary {
	readonly nodeExecutions: Readonly<Record<string, readonly NodeExecution[]>>;
	readonly error?: z.infer<typeof errorSchema> | undefined;
}

const unfinishedStatuses = new Set(['new', 'running', 'unknown', 'waiting']);

export function hasEnded({ status }: Pick<ExecutionSummary, 'status'>): boolean {
	return !unfinishedStatuses.has(status);
}

/**
 * Returns an execution with its parsed data, or `undefined` if it hasn't ended, or if n8n 1 has
 * stored the status but not yet the data: the data of a completed execution contains the last node
 * or an error, and no nodes left to execute.
 */
export function finishedExecution({
	data,
	id,
	mode,
	status,
}: StoredExecution): Execution | undefined {
	const summary = { id, mode, status };
	if (!hasEnded(summary)) return undefined;
	const parsed = dataSchema.safeParse(parseFlatted(data));
	if (!parsed.success) return undefined;
	const { error, lastNodeExecuted: lastNode, runData } = parsed.data.resultData;
	const isCompleted = summary.status === 'success' || summary.status === 'error';
	if (isCompleted && lastNode === undefined && error === undefined) return undefined;
	const nodesToRun = parsed.data.executionData?.nodeExecutionStack ?? [];
	if (summary.status === 'success' && nodesToRun.length > 0) return undefined;
	return { ...summary, nodeExecutions: runData, error };
}

/** Returns the last execution of a node. Throws if the node was not executed. */
export function lastNodeExecution(execution: Execution, node: string): NodeExecution {
	const last = execution.nodeExecutions[node]?.at(-1);
	if (last === undefined) {
		const reason = execution.error?.message ?? 'no error';
		throw new Error(`"${node}" was not executed. Execution ${execution.status}: ${reason}`);
	}
	return last;
}

/** Returns the items of a main output of a node's last execution. */
export function outputOf(execution: Execution, node: string, output = 0): readonly Item[] {
	return lastNodeExecution(execution, node).outputs[output] ?? [];
}
