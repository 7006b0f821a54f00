import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../test/support/repository';
import { documentOf } from './document';
import { measureGroup, type Row } from './measure';
import { rowTable, targetTable } from './report';
import { groups } from './scenarios';

const names = [...new Set(groups.flat().map(({ scenario }) => scenario))];

const usage = `npm run bench -- [options]

  --only <scenario>   ${names.join(', ')}
  --help              this text

docs/internals/benchmarks.md is written only when everything was measured.`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
	});
	const { help, only } = values;
	const chosen = groups.filter(([subject]) => only === undefined || subject?.scenario === only);
	if (help || chosen.length === 0) {
		console.log(usage);
		return;
	}
	const startedAt = Date.now();
	const rows: Row[] = [];
	for (const group of chosen) {
		console.log('A fresh n8n, warming up …');
		const measured = await measureGroup(group);
		console.log(rowTable(measured));
		rows.push(...measured);
	}
	console.log(`\n${targetTable(rows)}`);
	console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`);
	if (only !== undefined) return;
	await writeFile(join(repository, 'docs', 'internals', 'benchmarks.md'), documentOf(rows));
	console.log('docs/internals/benchmarks.md has been written.');
}

main().then(
	() => process.exit(),
	(failure: unknown) => {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exit(1);
	},
);
