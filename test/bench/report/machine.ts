import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { InstalledRelease } from '../../n8n';
import { repository } from '../../repository';

const manifestSchema = z.object({ name: z.string(), version: z.string() });

async function versionOf(folder: string): Promise<string> {
	const text = await readFile(join(folder, 'package.json'), 'utf8');
	const { name, version } = manifestSchema.parse(JSON.parse(text));
	return `${name} ${version}`;
}

/** What was measured on what: a line each. */
export async function describeMachine({ folder }: InstalledRelease): Promise<readonly string[]> {
	const processors = cpus();
	return [
		`${String(processors.length)} cores of ${processors[0]?.model.trim() ?? 'an unknown processor'}, ${String(Math.round(totalmem() / 2 ** 30))} GB of memory`,
		`Node.js ${process.versions.node}`,
		await versionOf(join(folder, 'node_modules', 'n8n')),
		await versionOf(repository),
	];
}
