import { currentRelease, discardPackage, installRelease, packPackage } from '../n8n';
import type { BenchOptions } from './commandLine';
import { measure, type Subject } from './measure';
import { ProfileRecorder } from './profile/profileRecorder';
import { describeMachine } from './report/machine';
import type { Results } from './report/document';
import { rowTable } from './report/results';
import { type MeasuredRow, type Row, withoutIdleCpu } from './row';
import { groupsOf } from './scenarios';
import { openStage, type StageParts } from './stage';
import { targetsOf } from './targets';
import { warmUp } from './warmUp';
import { describeAnswers } from './work';

type Say = (line: string) => void;

function describe({ scenario, way, work }: Subject): string {
	return `${scenario}: ${way.name}, ${String(work.items)} items, ${work.semantics}, answers ${describeAnswers(work)}, ${String(work.executions)} at once`;
}

async function measureGroup(
	subjects: readonly Subject[],
	parts: StageParts,
	say: Say,
	signal: AbortSignal,
): Promise<readonly Row[]> {
	const stage = await openStage(parts);
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => {
			reject(new Error('Stopped'));
		});
	});
	const measureAll = async (): Promise<readonly Row[]> => {
		const profiler = parts.profile ? new ProfileRecorder(stage.n8n.processId) : undefined;
		say('A fresh n8n, warming up …');
		await warmUp(stage, subjects);
		const measured: MeasuredRow[] = [];
		for (const subject of subjects) {
			say(describe(subject));
			measured.push(await measure(stage, subject, profiler));
		}
		const rows = withoutIdleCpu(measured);
		say(rowTable(rows));
		return rows;
	};
	try {
		signal.throwIfAborted();
		// Watcher and service end with this process; n8n has a folder that must be removed.
		return await Promise.race([measureAll(), aborted]);
	} finally {
		await stage.stop();
	}
}

/** Measures what was asked for, one thing after the other. */
export async function bench(
	options: BenchOptions,
	say: Say,
	signal: AbortSignal,
): Promise<Results> {
	const startedAt = Date.now();
	const release = await installRelease(currentRelease, ({ doing }) => {
		say(doing);
	});
	const tarball = await packPackage();
	const rows: Row[] = [];
	try {
		for (const scenario of options.scenarios) {
			for (const group of groupsOf[scenario](options)) {
				const subjects = group.filter((subject) => describe(subject).includes(options.match ?? ''));
				if (subjects.length === 0) continue;
				signal.throwIfAborted();
				const parts = { release, tarball, profile: options.profile };
				rows.push(...(await measureGroup(subjects, parts, say, signal)));
			}
		}
	} finally {
		await discardPackage(tarball);
	}
	return {
		machine: await describeMachine(release),
		date: new Date(startedAt),
		minutes: (Date.now() - startedAt) / 60_000,
		rows,
		targets: targetsOf(rows),
	};
}
