import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readWorkflow, type Workflow } from '../../support/n8n';

const callsSchema = z.array(
	z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
);

/** A workflow that was exported from n8n with a released version of this package. */
interface SavedWorkflow {
	readonly version: string;
	readonly file: string;
	readonly workflow: Workflow;
	/** The requests that it sent then. `{contact}` is the ID of the contact that it created. */
	readonly calls: z.infer<typeof callsSchema>;
}

const ending = '.workflow.json';

/** The versions with saved workflows. */
export const savedVersions: readonly string[] = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

/** The saved workflows of all versions. */
export const savedWorkflows: readonly SavedWorkflow[] = savedVersions.flatMap((version) =>
	readdirSync(join(__dirname, version))
		.filter((file) => file.endsWith(ending))
		.map((file) => {
			const path = join(__dirname, version, file);
			const calls: unknown = JSON.parse(readFileSync(path.replace(ending, '.calls.json'), 'utf8'));
			return { version, file, workflow: readWorkflow(path), calls: callsSchema.parse(calls) };
		}),
);
