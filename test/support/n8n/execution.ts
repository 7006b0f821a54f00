import { parse as parseFlatted } from 'flatted';
import { z } from 'zod';

const failureSchema = z
	.object({
		message: z.string(),
		description: z.string().nullish(),
		name: z.string().optional(),
		httpCode: z.string().nullish(),
		context: z.record(z.unknown()).optional(),
	})
	.passthrough();

const itemSchema = z.object({
	json: z.record(z.unknown()),
	pairedItem: z.unknown(),
	error: z.unknown().optional(),
});

/** One run of one node; a node in a loop has several. Times are in milliseconds. */
const runSchema = z
	.object({
		startTime: z.number(),
		executionTime: z.number(),
		executionStatus: z.string().default('unknown'),
		data: z
			.object({ main: z.array(z.array(itemSchema).nullable()).default([]) })
			.passthrough()
			.default({}),
		error: failureSchema.optional(),
		hints: z.array(z.object({ message: z.string() }).passthrough()).default([]),
	})
	.transform(({ startTime, executionTime, executionStatus, data, ...run }) => ({
		...run,
		status: executionStatus,
		startedAt: startTime,
		milliseconds: executionTime,
		/** The items of each main output. */
		outputs: data.main.map((items) => items ?? []),
	}));

const dataSchema = z.object({
	resultData: z.object({
		runData: z.record(z.array(runSchema)).default({}),
		error: failureSchema.optional(),
		lastNodeExecuted: z.string().optional(),
	}),
	executionData: z.object({ nodeExecutionStack: z.array(z.unknown()) }).optional(),
});

/** An execution without what its nodes did. */
export const summarySchema = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
});

/** What a node handed on, or what it was handed. */
export type Item = z.infer<typeof itemSchema>;

/** One run of one node. */
export type NodeRun = z.infer<typeof runSchema>;

/** An execution as n8n's list shows it. */
export type ExecutionSummary = z.infer<typeof summarySchema>;

/** An execution with all that its nodes did. */
export interface Execution extends ExecutionSummary {
	readonly runs: Readonly<Record<string, readonly NodeRun[]>>;
	readonly error?: z.infer<typeof failureSchema> | undefined;
	readonly lastNode?: string | undefined;
}

const unfinished = new Set(['new', 'running', 'unknown', 'waiting']);

/**
 * Reads n8n's answer about one execution, the data of which n8n keeps as flatted text. Nothing while
 * it goes on. n8n 1 writes the status first and then, without a transaction, what the nodes did: an
 * execution that came to its end by itself names its last node, or why there is none, and one that
 * succeeded has no node left to run, as it has while it waits.
 */
export function readEndedExecution(answer: unknown): Execution | undefined {
	const { data, ...summary } = summarySchema.extend({ data: z.string() }).parse(answer);
	if (unfinished.has(summary.status)) return undefined;
	const written = dataSchema.safeParse(parseFlatted(data));
	if (!written.success) return undefined;
	const { error, lastNodeExecuted: lastNode, runData } = written.data.resultData;
	const isByItself = summary.status === 'success' || summary.status === 'error';
	if (isByItself && lastNode === undefined && error === undefined) return undefined;
	const nodesToRun = written.data.executionData?.nodeExecutionStack ?? [];
	if (summary.status === 'success' && nodesToRun.length > 0) return undefined;
	return { ...summary, runs: runData, error, lastNode };
}

/** The last run of a node; a clear message if it never ran. */
export function lastRun(execution: Execution, node: string): NodeRun {
	const run = execution.runs[node]?.at(-1);
	if (run === undefined) {
		const reason = execution.error?.message ?? 'no reason given';
		throw new Error(`"${node}" did not run. Execution ${execution.status}: ${reason}`);
	}
	return run;
}

/** The items of one main output (the first if not said) of a node's last run. */
export function outputOf(execution: Execution, node: string, output = 0): readonly Item[] {
	return lastRun(execution, node).outputs[output] ?? [];
}
