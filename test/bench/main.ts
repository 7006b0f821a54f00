import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bench } from './bench';
import { readCommand, usage } from './commandLine';
import { documentOf } from './report/document';
import { targetTable } from './report/results';
import { repository } from '../repository';

const ending = new AbortController();

function say(text: string): void {
	console.log(text);
}

async function main(): Promise<void> {
	const options = readCommand(process.argv.slice(2));
	if (options.help) {
		say(usage);
		return;
	}
	const results = await bench(options, say, ending.signal);
	say(`\n${targetTable(results.targets)}`);
	say(`\n${results.minutes.toFixed(1)} minutes`);
	if (!options.isWhole) return;
	await mkdir(join(repository, 'docs'), { recursive: true });
	await writeFile(join(repository, 'docs', 'benchmarks.md'), documentOf(results));
	say('docs/benchmarks.md has been written.');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// Not once: a second Ctrl-C must not cut the cleaning up short.
	process.on(signal, () => {
		ending.abort();
	});
}

main().then(
	() => process.exit(),
	(failure: unknown) => {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exit(1);
	},
);
