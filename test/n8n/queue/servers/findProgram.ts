import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** A program of the system, and the package of Debian and Ubuntu that brings it. */
export interface SystemProgram {
	readonly name: string;
	readonly debianPackage: string;
	/** Folders beside those of PATH. */
	readonly alsoIn?: readonly string[];
}

/** Debian keeps PostgreSQL's programs out of PATH, in a folder for each version. */
export async function postgresFolders(): Promise<readonly string[]> {
	const versions = '/usr/lib/postgresql';
	const found = await readdir(versions).catch(() => []);
	return found
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(versions, version, 'bin'));
}

async function isProgram(file: string): Promise<boolean> {
	return await access(file, constants.X_OK).then(
		() => true,
		() => false,
	);
}

/** Where a program is; says what to install where it is missing. */
export async function findProgram(
	{ name, debianPackage, alsoIn = [] }: SystemProgram,
	path: string = process.env['PATH'] ?? '',
): Promise<string> {
	for (const folder of [...path.split(delimiter), ...alsoIn]) {
		const file = join(folder, name);
		if (folder !== '' && (await isProgram(file))) return file;
	}
	throw new Error(
		`${name} is missing. Install it first: apt-get install -y --no-install-recommends ${debianPackage}`,
	);
}
