import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

const nodeSchema = z.object({
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.array(z.number()),
	parameters: z.custom<INodeParameters>((value) => typeof value === 'object' && value !== null),
	credentials: z.record(z.object({ id: z.string().nullable(), name: z.string() })).optional(),
});

const workflowSchema = z.object({
	name: z.string(),
	nodes: z.array(nodeSchema),
	connections: z.record(
		z.record(z.array(z.array(z.object({ node: z.string(), type: z.string(), index: z.number() })))),
	),
	settings: z.record(z.unknown()),
});

const expectedSchema = z.array(
	z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
);

/** A node of a saved workflow. */
export type SavedNode = z.infer<typeof nodeSchema>;

/** A workflow as the editor downloaded it when a released version of this package was installed. */
export interface SavedWorkflow {
	/** The version of the package that it was saved with. */
	readonly version: string;
	readonly file: string;
	readonly workflow: z.infer<typeof workflowSchema>;
	/** The calls that it made then. `{contact}` stands for the contact that it created. */
	readonly calls: z.infer<typeof expectedSchema>;
}

const ending = '.workflow.json';

function read(file: string): unknown {
	return JSON.parse(readFileSync(join(__dirname, file), 'utf8'));
}

/** The versions that have saved workflows here. */
export const savedVersions: readonly string[] = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

/** All saved workflows, of every released version. */
export const savedWorkflows: readonly SavedWorkflow[] = savedVersions.flatMap((version) =>
	readdirSync(join(__dirname, version))
		.filter((file) => file.endsWith(ending))
		.map((file) => ({
			version,
			file,
			workflow: workflowSchema.parse(read(join(version, file))),
			calls: expectedSchema.parse(read(join(version, file.replace(ending, '.calls.json')))),
		})),
);
