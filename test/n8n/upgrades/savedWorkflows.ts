import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readWorkflow } from '../../support/n8n';

/** The requests that a workflow sent. `{contact}` is the ID of the contact that it created. */
const callsSchema = z.array(
	z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
);

const ending = '.workflow.json';

/** The versions with saved workflows. */
export const savedVersions: readonly string[] = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

/** The workflows that were exported from n8n with each released version of this package. */
export const savedWorkflows = savedVersions.flatMap((version) =>
	readdirSync(join(__dirname, version))
		.filter((file) => file.endsWith(ending))
		.map((file) => {
			const path = join(__dirname, version, file);
			const calls: unknown = JSON.parse(readFileSync(path.replace(ending, '.calls.json'), 'utf8'));
			return { version, file, workflow: readWorkflow(path), calls: callsSchema.parse(calls) };
		}),
);
