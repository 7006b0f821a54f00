import { parse as parseFlatted } from 'flatted';
import { z } from 'zod';

const pairSchema = z.object({ item: z.number(), input: z.number().optional() }).passthrough();

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
	pairedItem: z.union([z.number(), pairSchema, z.array(pairSchema)]).optional(),
	error: z.unknown().optional(),
});

const hintSchema = z.object({ message: z.string() }).passthrough();

const runSchema = z.object({
	startTime: z.number(),
	executionTime: z.number(),
	executionStatus: z.string().optional(),
	data: z
		.object({ main: z.array(z.array(itemSchema).nullable()).optional() })
		.passthrough()
		.optional(),
	error: failureSchema.optional(),
	hints: z.array(hintSchema).optional(),
});

const dataSchema = z.object({
	resultData: z.object({
		runData: z.record(z.array(runSchema)).optional(),
		error: failureSchema.optional(),
		lastNodeExecuted: z.string().optional(),
	}),
});

const summarySchema = z.object({
	id: z.string(),
	workflowId: z.string().nullish(),
	status: z.string(),
	mode: z.string(),
	startedAt: z.string().nullish(),
	stoppedAt: z.string().nullish(),
});

const storedSchema = summarySchema.extend({ data: z.string() });

/** What a node handed on, or what it was handed. */
export type Item = z.infer<typeof itemSchema>;

/** What n8n shows of something that went wrong. */
export type Failure = z.infer<typeof failureSchema>;

/** What a node wants the user to know although nothing went wrong. */
export type Hint = z.infer<typeof hintSchema>;

/** An execution as n8n's list shows it. */
export type ExecutionSummary = z.infer<typeof summarySchema>;

/** One run of one node; a node in a loop has several. */
export interface NodeRun {
	readonly status: string;
	readonly startedAt: number;
	readonly milliseconds: number;
	/** The items of each main output. */
	readonly outputs: readonly (readonly Item[])[];
	readonly error?: Failure;
	readonly hints: readonly Hint[];
}

/** An execution with all that its nodes did. */
export interface Execution extends ExecutionSummary {
	readonly runs: Readonly<Record<string, readonly NodeRun[]>>;
	readonly error?: Failure;
	readonly lastNode?: string;
}

function toNodeRun(run: z.infer<typeof runSchema>): NodeRun {
	return {
		status: run.executionStatus ?? 'unknown',
		startedAt: run.startTime,
		milliseconds: run.executionTime,
		outputs: (run.data?.main ?? []).map((items) => items ?? []),
		hints: run.hints ?? [],
		...(run.error && { error: run.error }),
	};
}

const unfinished = new Set(['new', 'running', 'unknown', 'waiting']);

/** Whether nothing more will happen in an execution. */
export function hasEnded({ status }: { readonly status: string }): boolean {
	return !unfinished.has(status);
}

/** Reads n8n's answer about one execution without looking into what its nodes did. */
export function readSummary(answer: unknown): ExecutionSummary {
	return summarySchema.parse(answer);
}

/**
 * Whether n8n has written down what the nodes did: some releases tell a moment before that an
 * execution has ended.
 */
export function hasData(answer: unknown): boolean {
	return dataSchema.safeParse(parseFlatted(storedSchema.parse(answer).data)).success;
}

/** Reads n8n's answer about one execution, the data of which n8n keeps as flatted text. */
export function readExecution(answer: unknown): Execution {
	const { data, ...summary } = storedSchema.parse(answer);
	const { resultData } = dataSchema.parse(parseFlatted(data));
	const runs = Object.entries(resultData.runData ?? {}).map(
		([node, nodeRuns]) => [node, nodeRuns.map(toNodeRun)] as const,
	);
	return {
		...summary,
		runs: Object.fromEntries(runs),
		...(resultData.error && { error: resultData.error }),
		...(resultData.lastNodeExecuted !== undefined && { lastNode: resultData.lastNodeExecuted }),
	};
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
