// Runs n8n's scanner of community packages on this one, before it is published. The scanner downloads
// what it looks at; here it gets the packed tarball, and the sources from which it was built.
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

function packedAndUnpacked() {
	const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
	execFileSync('npm', pack, { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
	const [tarball] = readdirSync(folder);
	const unpacked = join(folder, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', unpacked, '--strip-components=1']);
	return unpacked;
}

/** Prints what the scanner found. Gives whether it was nothing. */
function tell(name, { passed, message, details }) {
	console.log(`${name}: ${passed ? 'passed' : `${message}\n${details ?? ''}`}`);
	return passed;
}

try {
	// The scanner itself looks at these files of the one and of the other.
	const results = [
		tell('The sources', await analyzePackage(repository, SOURCE_FILE_PATTERNS)),
		tell('The tarball', await analyzePackage(packedAndUnpacked(), ['**/*.js', 'package.json'])),
	];
	if (results.includes(false)) process.exitCode = 1;
} finally {
	rmSync(folder, { force: true, recursive: true });
}
