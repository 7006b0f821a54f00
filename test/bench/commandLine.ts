import { parseArgs } from 'node:util';

/** The scenarios, by the names that `--only` takes. */
export const scenarioNames = ['limits', 'besideCampaigns', 'roundTrip', 'lifted'] as const;

export type ScenarioName = (typeof scenarioNames)[number];

/** What to measure. */
export interface BenchOptions {
	/** All of them where none is named. */
	readonly scenarios: readonly ScenarioName[];
	/** Only measurements whose line has this in it, for another look at one of them. */
	readonly match?: string;
	/** Replaces the number of items of every measurement, for a look while developing. */
	readonly items?: number;
	/** Adds what takes long: every combination, and 10,000 items under the limit. */
	readonly full: boolean;
	/** Records a CPU profile of n8n during each measurement. */
	readonly profile: boolean;
	/** Whether all of it is measured, as the written report must be. */
	readonly isWhole: boolean;
	readonly help: boolean;
}

const quickItems = 100;

export const usage = `npm run bench -- [options]

  --only <scenario>   ${scenarioNames.join(', ')}
  --match <text>      only measurements whose line has the text in it
  --items <number>    this many items in every measurement
  --quick             the same as --items ${String(quickItems)}
  --full              10,000 items under the limit as well: seven minutes more
  --profile           writes a CPU profile of n8n for each measurement into reports/
  --help              this text

docs/benchmarks.md is written only when everything was measured.`;

function readScenarios(only: string | undefined): readonly ScenarioName[] {
	if (only === undefined) return scenarioNames;
	const chosen = scenarioNames.filter((name) => name === only);
	if (chosen.length === 0) {
		throw new Error(`--only takes one of ${scenarioNames.join(', ')}, not '${only}'`);
	}
	return chosen;
}

function readItems(given: string | undefined, quick: boolean): number | undefined {
	if (given === undefined) return quick ? quickItems : undefined;
	const items = Number(given);
	if (!Number.isInteger(items) || items < 1) {
		throw new Error(`--items takes a whole number of 1 or more, not '${given}'`);
	}
	return items;
}

/** Reads what was asked for; throws where it makes no sense, and says what. */
export function readCommand(words: readonly string[]): BenchOptions {
	const { values } = parseArgs({
		args: [...words],
		options: {
			only: { type: 'string' },
			match: { type: 'string' },
			items: { type: 'string' },
			quick: { type: 'boolean', default: false },
			full: { type: 'boolean', default: false },
			profile: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	const items = readItems(values.items, values.quick);
	return {
		scenarios: readScenarios(values.only),
		...(values.match !== undefined && { match: values.match }),
		...(items !== undefined && { items }),
		full: values.full,
		profile: values.profile,
		// A profiler slows down what it watches, so its numbers don't belong into the report.
		isWhole:
			values.only === undefined &&
			values.match === undefined &&
			items === undefined &&
			!values.profile,
		help: values.help,
	};
}
