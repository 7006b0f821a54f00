// Fails if the files contain values that the owner must replace before the first release. GitHub
// sets `GITHUB_REPOSITORY`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { placeholdersIn } from './placeholders';

/** The sources of this command and its test contain the values that they search for. */
const own = /placeholders(\.test)?\.ts$/;

const repository = process.env['GITHUB_REPOSITORY'] ?? '';
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const found = files
	.filter((file) => !own.test(file))
	.flatMap((file) =>
		placeholdersIn(readFileSync(file, 'utf8'), repository).map((value) => `${file}: ${value}`),
	);
if (found.length > 0) {
	console.error(`Replace these values (docs/internals/releasing.md):\n${found.join('\n')}`);
	process.exitCode = 1;
}
