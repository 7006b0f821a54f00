import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { releaseNotes } from './releaseNotes';

// Prints what the changelog says of this version, as the notes of its release.
console.log(releaseNotes(readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8'), version));
