import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readWorkflow, type Workflow } from '../../support/n8n';

const callsSchema = z.array(
	z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
);

/** A workflow as the editor downloaded it when a released version of this package was installed. */
export interface SavedWorkflow {
	/** The version of the package that it was saved with. */
	readonly version: string;
	readonly file: string;
	readonly workflow: Workflow;
	/** The calls that it made then. `{contact}` stands for the contact that it created. */
	readonly calls: z.infer<typeof callsSchema>;
}

const ending = '.workflow.json';

/** The versions that have saved workflows here. */
export const savedVersions: readonly string[] = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

/** All saved workflows, of every released version. */
export const savedWorkflows: readonly SavedWorkflow[] = savedVersions.flatMap((version) =>
	readdirSync(join(__dirname, version))
		.filter((file) => file.endsWith(ending))
		.map((file) => {
			const path = join(__dirname, version, file);
			const calls: unknown = JSON.parse(readFileSync(path.replace(ending, '.calls.json'), 'utf8'));
			return { version, file, workflow: readWorkflow(path), calls: callsSchema.parse(calls) };
		}),
);
