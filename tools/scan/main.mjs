// Runs n8n's scanner of community packages on this package before its publication. The scanner's own
// command downloads published packages; this one scans the sources and the packed tarball.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '../../node_modules/@n8n/scan-community-package/scanner/scanner.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'scanned-'));

function unpackTarball() {
	const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
	execFileSync('npm', pack, { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
	const [tarball] = readdirSync(folder);
	const unpacked = join(folder, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', unpacked, '--strip-components=1']);
	return unpacked;
}

/** Prints the scanner's findings. Returns whether the scan passed. */
function report(name, { passed, message, details }) {
	console.log(`${name}: ${passed ? 'passed' : `${message}\n${details ?? ''}`}`);
	return passed;
}

try {
	// The file patterns that the scanner uses for sources and for packages.
	const results = [
		report('Sources', await analyzePackage(repository, SOURCE_FILE_PATTERNS)),
		report('Tarball', await analyzePackage(unpackTarball(), ['**/*.js', 'package.json'])),
	];
	if (results.includes(false)) process.exitCode = 1;
} finally {
	rmSync(folder, { force: true, recursive: true });
}
