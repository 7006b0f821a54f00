import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type RunningN8n, startProgram } from '../../../support/n8n';

const waitSchema = z.object({
	from: z.number(),
	to: z.number(),
	/** How much of it n8n spent ready to go on, with every processor taken by others. */
	held: z.number(),
});
const usageSchema = z.object({
	at: z.number(),
	cpuMilliseconds: z.number(),
	residentMegabytes: z.number(),
});
const recordingSchema = z.object({ waits: z.array(waitSchema), usages: z.array(usageSchema) });

/** What was seen of n8n from outside. Times are in milliseconds since the epoch. */
export type Recording = z.infer<typeof recordingSchema>;

/** A stretch of time, in milliseconds since the epoch. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Milliseconds until the watching goes on evenly. */
const startTime = 1_500;

/**
 * Begins to watch n8n from a process of its own, which nothing here can hold up; answers how to end
 * it, which gives what it has seen.
 */
export async function watch({ url, processId }: RunningN8n): Promise<() => Promise<Recording>> {
	const program = startProgram(join(__dirname, 'main.ts'), [url, String(processId)]);
	await sleep(startTime);
	if (program.ending() !== undefined) throw new Error(program.output());
	return async () => {
		await program.stop();
		return recordingSchema.parse(JSON.parse(program.output()));
	};
}

function within(span: Span, { from, to }: Span): number {
	return Math.min(to, span.to) - Math.max(from, span.from);
}

/** How much of the longest wait for the health page lay within a span. */
export function longestWait({ waits }: Recording, span: Span): number {
	return Math.max(0, ...waits.map((wait) => within(span, wait)));
}

/** The longest wait that was n8n's own doing: without the time in which it got no processor. */
export function longestOwnWait({ waits }: Recording, span: Span): number {
	return Math.max(0, ...waits.map((wait) => within(span, wait) - wait.held));
}

/** The most memory within a span. */
export function mostMegabytes({ usages }: Recording, { from, to }: Span): number {
	const seen = usages.filter(({ at }) => at >= from && at <= to);
	return Math.max(0, ...seen.map(({ residentMegabytes }) => residentMegabytes));
}

/** CPU time used within a span; between two looks it is taken to be used evenly. */
export function cpuMilliseconds(recording: Recording, { from, to }: Span): number {
	return cpuUntil(recording, to) - cpuUntil(recording, from);
}

function cpuUntil({ usages }: Recording, time: number): number {
	const after = usages.findIndex(({ at }) => at >= time);
	const late = usages.at(after);
	const early = usages[after - 1];
	if (late === undefined) return 0;
	if (after < 1 || early === undefined) return late.cpuMilliseconds;
	const share = (time - early.at) / (late.at - early.at);
	return early.cpuMilliseconds + share * (late.cpuMilliseconds - early.cpuMilliseconds);
}
