import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { runNpm } from '../../test/support/n8n';
import { repository } from '../../test/support/repository';
import { releaseNotes } from './releaseNotes';

/** Prints the notes of this version; with `--dry-run`, does all of publishing but the publishing. */
async function main(): Promise<void> {
	console.log(releaseNotes(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), version));
	if (!process.argv.includes('--dry-run')) return;
	await runNpm(repository, ['publish', '--dry-run', '--ignore-scripts', '--access', 'public']);
	console.log('\nnpm would publish this.');
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
