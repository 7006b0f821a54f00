import { percent } from '../../support/table';
import { median, type Row } from './row';
import { describeAnswers, roundTrip } from './scenarios';
import { channelMessaging, httpRequestAsItComes } from './ways';

/** Something that was promised, and what came out. */
export type Target = readonly [promise: string, value: string, isMet: boolean];

function isOurs({ way }: Row): boolean {
	return way === channelMessaging.name;
}

/** The worst value counts: n8n's users notice one freeze, not a median. */
function staysAlive(rows: readonly Row[], where: string): Target {
	const wait = Math.max(...rows.map(({ longestWait }) => longestWait));
	// What else the machine does is not this node's doing; on a quiet machine both are the same.
	const ownWait = Math.max(...rows.map(({ longestOwnWait }) => longestOwnWait));
	const value = `${ownWait.toFixed(0)} ms by n8n itself, ${wait.toFixed(0)} ms with waiting for a processor`;
	return [`Longest wait for the health page at most 100 ms: ${where}`, value, ownWait <= 100];
}

function underTheLimit(row: Row): readonly Target[] {
	const { work, messagesPerSecond, accepted, refused, twice } = row;
	const share = messagesPerSecond / (work.messagesPerSecond ?? NaN);
	const where = `${work.semantics}, answers ${describeAnswers(work)}, ${String(work.executions)} at once`;
	const rate: Target = [`At least 97.5% of the limit: ${where}`, percent(share), share >= 0.975];
	const isEachOnce = accepted === work.items && twice === 0;
	return [
		// With jitter on the way, refusals are what is promised; the rate stands in the table.
		...(work.arrivalJitterMilliseconds === 0 ? [rate] : []),
		[
			`At most 2 of 1,000 refused: ${where}`,
			`${String(refused)} of ${String(work.items)}`,
			refused * 1_000 <= 2 * work.items,
		],
		[
			`Each message once: ${where}`,
			`${String(accepted)} accepted, ${String(twice)} twice`,
			isEachOnce,
		],
		staysAlive([row], where),
	];
}

function besideCampaigns({ work, longestSingle = NaN }: Row): Target {
	const [seconds, campaigns] =
		work.executions === 1 ? [1, 'one campaign'] : [2, `${String(work.executions)} campaigns`];
	return [
		`A single message is accepted within ${String(seconds)} s beside ${campaigns}`,
		`${longestSingle.toFixed(0)} ms`,
		longestSingle <= seconds * 1_000,
	];
}

function withinARoundTrip(rows: readonly Row[]): Target {
	const time = median(rows.map(({ nodeTime }) => nodeTime));
	return [
		`25 messages within one round trip (${String(roundTrip)} ms) and 100 ms`,
		`${time.toFixed(0)} ms`,
		time <= roundTrip + 100,
	];
}

function cost(rows: readonly Row[], way: string, items: number): number {
	return median(
		rows
			.filter((row) => row.way === way && row.work.items === items)
			.map(({ cpuPerItem }) => cpuPerItem),
	);
}

function withoutLimit(rows: readonly Row[]): readonly Target[] {
	const sizes = [...new Set(rows.map(({ work }) => work.items))];
	const perSize = sizes.flatMap((items): readonly Target[] => {
		const [ours, theirs] = [channelMessaging, httpRequestAsItComes].map(({ name }) =>
			cost(rows, name, items),
		);
		const share = (ours ?? NaN) / (theirs ?? NaN);
		const waits = rows.filter((row) => isOurs(row) && row.work.items === items);
		return [
			[
				`CPU per item at most half of HTTP Request's: ${String(items)} items`,
				`${share.toFixed(2)} of it`,
				share <= 0.5,
			],
			staysAlive(waits, `${String(items)} items without a limit`),
		];
	});
	const [few, many] = [Math.min(...sizes), Math.max(...sizes)].map((items) =>
		cost(rows, channelMessaging.name, items),
	);
	if (few === undefined || many === undefined || sizes.length < 2) return perSize;
	const promise = 'An item costs no more among 10,000 than among 1,000 (tolerance 10%)';
	const value = `${many.toFixed(2)} ms to ${few.toFixed(2)} ms`;
	return [...perSize, [promise, value, many <= few * 1.1]];
}

/** Compares what was measured with what was promised; says nothing of what was not measured. */
export function targetsOf(rows: readonly Row[]): readonly Target[] {
	const of = (scenario: Row['scenario']) => rows.filter((row) => row.scenario === scenario);
	const ours = of('roundTrip').filter(isOurs);
	return [
		...of('limits').filter(isOurs).flatMap(underTheLimit),
		...of('besideCampaigns').map(besideCampaigns),
		...(ours.length === 0 ? [] : [withinARoundTrip(ours)]),
		...withoutLimit(of('lifted')),
	];
}
