import { measure, type Subject } from './measure';
import type { Stage } from './stage';

const items = 300;

/** Runs every kind of node once, so that nobody pays for being the first. */
export async function warmUp(stage: Stage, subjects: readonly Subject[]): Promise<void> {
	const warmed = new Set<string>();
	for (const { scenario, way, work } of subjects) {
		if (warmed.has(way.name)) continue;
		warmed.add(way.name);
		const easy = { ...work, items, executions: 1, singleMessages: 0, messagesPerSecond: null };
		const answers = { minimumMilliseconds: 0, maximumMilliseconds: 0 };
		await measure(stage, { scenario, way, work: { ...easy, answers } });
	}
}
