import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../support/repository';
import { documentOf } from './document';
import { measureGroup } from './measure';
import { rowTable, targetTable } from './report';
import type { Row } from './row';
import { describeWork, type ScenarioName, scenarios, type Subject } from './scenarios';
import { targetsOf } from './targets';

const usage = `npm run bench -- [options]

  --only <scenario>   ${Object.keys(scenarios).join(', ')}
  --items <number>    this many items in every measurement
  --help              this text

docs/benchmarks.md is written only when everything was measured.`;

function describe({ scenario, way, work }: Subject): string {
	return `${scenario}: ${way.name}, ${describeWork(work)}`;
}

function isScenario(name: string): name is ScenarioName {
	return name in scenarios;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string' },
			items: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	const { help, items, only } = values;
	const count = items === undefined ? undefined : Number(items);
	if (help || (only !== undefined && !isScenario(only)) || !Number.isInteger(count ?? 1)) {
		console.log(usage);
		return;
	}
	const startedAt = Date.now();
	const rows: Row[] = [];
	const chosen: readonly (readonly Subject[])[] =
		only === undefined ? Object.values(scenarios).flat() : scenarios[only];
	for (const group of chosen) {
		const subjects = group.map(({ work, ...subject }) => ({
			...subject,
			work: { ...work, items: count ?? work.items },
		}));
		console.log('A fresh n8n, warming up …');
		const measured = await measureGroup(subjects, (subject) => {
			console.log(describe(subject));
		});
		console.log(rowTable(measured));
		rows.push(...measured);
	}
	console.log(`\n${targetTable(targetsOf(rows))}`);
	console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`);
	if (only !== undefined || count !== undefined) return;
	await writeFile(join(repository, 'docs', 'benchmarks.md'), documentOf(rows));
	console.log('docs/benchmarks.md has been written.');
}

main().then(
	() => process.exit(),
	(failure: unknown) => {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exit(1);
	},
);
