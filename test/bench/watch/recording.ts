import { z } from 'zod';

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

export function readRecording(text: string): Recording {
	return recordingSchema.parse(JSON.parse(text));
}

/** How much of the longest wait for the health page lay within a span. */
export function longestWait({ waits }: Recording, span: Span): number {
	return Math.max(0, ...waits.map((wait) => within(span, wait)));
}

/** The longest wait that was n8n's own doing: without the time in which it got no processor. */
export function longestOwnWait({ waits }: Recording, span: Span): number {
	return Math.max(0, ...waits.map((wait) => within(span, wait) - wait.held));
}

function within(span: Span, { from, to }: Span): number {
	return Math.min(to, span.to) - Math.max(from, span.from);
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
