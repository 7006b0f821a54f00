import { currentRelease, discardPackage, installRelease, packPackage } from '../../support/n8n';
import { largeCampaign, whatArrived } from './campaign';
import { messagesPerSecond, openStage, type StageParts } from './stage';
import { type Way, ways } from './ways';

const workers = 3;
const patience = 20 * 60_000;

function isKnown(word: string): word is keyof typeof ways {
	return word in ways;
}

/** The ways that the command line names; all of them where it names none. */
function chosenWays(words: readonly string[]): readonly Way[] {
	const unknown = words.find((word) => !isKnown(word));
	if (unknown !== undefined) {
		throw new Error(`There is no "${unknown}", only ${Object.keys(ways).join(', ')}`);
	}
	return words.length === 0 ? Object.values(ways) : words.filter(isKnown).map((word) => ways[word]);
}

/** One row of the table. */
async function measure(
	{ title, ...way }: Way,
	parts: Pick<StageParts, 'release' | 'tarball'>,
): Promise<readonly string[]> {
	const stage = await openStage({ ...parts, ...way, workers });
	try {
		const executions = await (await stage.campaign(largeCampaign)).ended(patience);
		const { statistics, repeated, refusedShare } = whatArrived(stage.service);
		const { accepted, rateLimited, messagesPerSecond: pace } = statistics;
		return [
			title,
			String(accepted),
			String(repeated.length),
			pace.toFixed(1),
			`${((pace / messagesPerSecond) * 100).toFixed(0)}%`,
			String(rateLimited),
			`${(refusedShare * 100).toFixed(1)}%`,
			String(executions.filter(({ status }) => status !== 'success').length),
		];
	} finally {
		await stage.close();
	}
}

/** Prints what three real workers of n8n make of one token, in each of the ways. */
async function main(): Promise<void> {
	const chosen = chosenWays(process.argv.slice(2));
	const release = await installRelease(currentRelease, ({ elapsedSeconds, doing }) => {
		process.stderr.write(`${currentRelease.name}: ${String(elapsedSeconds)} s, ${doing}\n`);
	});
	const tarball = await packPackage();
	try {
		console.log(
			'| three workers | messages | twice | a second | of the limit | 429s | of calls | failed executions |',
		);
		console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
		for (const way of chosen) {
			console.log(`| ${(await measure(way, { release, tarball })).join(' | ')} |`);
		}
	} finally {
		await discardPackage(tarball);
	}
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
