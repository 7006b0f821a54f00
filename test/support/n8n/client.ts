import { z } from 'zod';
import {
	type Execution,
	type ExecutionSummary,
	finishedExecution,
	type StoredExecution,
	storedExecutionSchema,
	summarySchema,
} from './execution';
import { N8nHttpError, Session } from './session';
import { waitFor } from './waitFor';
import { parseStoredWorkflow, type StoredWorkflow, triggerOf, type Workflow } from './workflow';

export interface NewCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });

/** A credential in n8n, without its secrets. */
export type StoredCredential = z.infer<typeof credentialSchema>;

const credentialTestSchema = z.object({ status: z.string(), message: z.string() });
const startedSchema = z.object({ executionId: z.string() });
const waitingForEventSchema = z.object({ waitingForWebhook: z.literal(true) });
const namedSchema = z.object({ id: z.string(), name: z.string() });
const publicationSchema = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullable() })),
});
const executionsSchema = z.object({
	results: z.array(summarySchema),
	nextCursor: z.string().nullish(),
});
/** The maximum that n8n allows. */
const pageSize = 100;
const executionTimeoutMs = 120_000;

/** The owner of every n8n. n8n requires a digit and a capital letter in the password. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Channel-Messaging-1',
} as const;

/** A client of the REST API that n8n's editor uses. */
export class N8nClient {
	private readonly session: Session;

	constructor(url: string) {
		this.session = new Session(url);
	}

	/** Creates the owner of a new n8n, and signs in. Rejects if n8n has an owner. */
	async setUpOwner(): Promise<void> {
		await this.session.request('POST', '/owner/setup', owner);
	}

	async signIn(): Promise<void> {
		const { email: emailOrLdapLoginId, password } = owner;
		await this.session.request('POST', '/login', { emailOrLdapLoginId, password });
	}

	async createCredential(credential: NewCredential): Promise<StoredCredential> {
		return credentialSchema.parse(await this.session.request('POST', '/credentials', credential));
	}

	async updateCredential(id: string, credential: NewCredential): Promise<StoredCredential> {
		const response = await this.session.request('PATCH', `/credentials/${id}`, {
			id,
			...credential,
		});
		return credentialSchema.parse(response);
	}

	async listCredentials(): Promise<readonly StoredCredential[]> {
		return z.array(credentialSchema).parse(await this.session.request('GET', '/credentials'));
	}

	/** Tests a credential with the data of its form, as the button Retry of the editor does. */
	async testCredential(
		stored: StoredCredential,
		data: Readonly<Record<string, unknown>>,
	): Promise<z.infer<typeof credentialTestSchema>> {
		const body = { credentials: { ...stored, data } };
		return credentialTestSchema.parse(
			await this.session.request('POST', '/credentials/test', body),
		);
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		// n8n 1 requires `active`.
		const body = { active: false, settings: {}, ...workflow };
		return parseStoredWorkflow(await this.session.request('POST', '/workflows', body));
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return parseStoredWorkflow(await this.session.request('GET', `/workflows/${id}`));
	}

	async updateWorkflow(
		id: string,
		changes: Partial<Workflow> | Pick<StoredWorkflow, 'nodes'>,
	): Promise<StoredWorkflow> {
		const { versionId } = await this.getWorkflow(id);
		const body = { ...changes, versionId };
		return parseStoredWorkflow(await this.session.request('PATCH', `/workflows/${id}`, body));
	}

	async updatePublishedWorkflow(id: string, changes: Partial<Workflow>): Promise<void> {
		await this.updateWorkflow(id, changes);
		await this.activateWorkflow(id);
	}

	async listWorkflows(): Promise<readonly z.infer<typeof namedSchema>[]> {
		return z.array(namedSchema).parse(await this.session.request('GET', '/workflows'));
	}

	/**
	 * Starts a workflow, which is created if necessary, as the editor's Execute button does. Returns
	 * the execution ID.
	 *
	 * @param trigger defaults to the first trigger that doesn't wait for an event
	 */
	async startWorkflow(workflow: StoredWorkflow | Workflow, trigger?: string): Promise<string> {
		const stored = isStored(workflow) ? workflow : await this.createWorkflow(workflow);
		const response = await this.executeWorkflow(stored, trigger ?? triggerOf(stored));
		return startedSchema.parse(response).executionId;
	}

	/** Makes n8n wait for a test event, as the Execute button of a webhook or form does. */
	async waitForTestEvent(workflow: StoredWorkflow, trigger: string): Promise<void> {
		waitingForEventSchema.parse(await this.executeWorkflow(workflow, trigger));
	}

	async runWorkflow(workflow: StoredWorkflow | Workflow): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(workflow));
	}

	async waitForExecution(id: string): Promise<Execution> {
		return await waitFor(
			`execution ${id} to end`,
			async () => finishedExecution(await this.getExecution(id)),
			executionTimeoutMs,
		);
	}

	async getExecution(id: string): Promise<StoredExecution> {
		return storedExecutionSchema.parse(await this.session.request('GET', `/executions/${id}`));
	}

	/** Returns the executions of one workflow, or of all, newest first. */
	async listExecutions(workflowId?: string): Promise<readonly ExecutionSummary[]> {
		const filter = JSON.stringify({ workflowId });
		const executions: ExecutionSummary[] = [];
		// n8n 2.41 continues at a cursor, earlier releases after an ID.
		let position: { readonly cursor?: string; readonly lastId?: string } = {};
		for (;;) {
			const query = new URLSearchParams({ limit: String(pageSize), filter, ...position });
			const { nextCursor, results } = executionsSchema.parse(
				await this.session.request('GET', `/executions?${query.toString()}`),
			);
			executions.push(...results);
			const last = results.at(-1);
			if (last === undefined || results.length < pageSize || nextCursor === null) return executions;
			position = nextCursor ? { cursor: nextCursor } : { lastId: last.id };
		}
	}

	async stopExecution(id: string): Promise<void> {
		await this.session.request('POST', `/executions/${id}/stop`);
	}

	/** Retries a failed execution with its own workflow. Returns the execution that retries it. */
	async retryExecution(id: string, workflowId: string): Promise<Execution> {
		await this.session.request('POST', `/executions/${id}/retry`, { loadWorkflow: false });
		// n8n 1 doesn't return the ID.
		const retried = await waitFor('the retry to start', async () =>
			(await this.listExecutions(workflowId)).find(
				(execution) => Number(execution.id) > Number(id),
			),
		);
		return await this.waitForExecution(retried.id);
	}

	/** Publishes a workflow: n8n registers its webhooks and schedules. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.publish(id, { versionId });
	}

	/** Returns whether the triggers of a published workflow have started. Requires n8n 2.41. */
	async publicationStatus(id: string): Promise<z.infer<typeof publicationSchema>> {
		const path = `/workflows/${id}/publication-status`;
		return publicationSchema.parse(await this.session.request('GET', path));
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.publish(id, undefined);
	}

	/** Downloads a file that n8n serves to signed-in users. */
	async download(path: string): Promise<unknown> {
		return await this.session.send('GET', path);
	}

	private async publish(id: string, version: { versionId: string } | undefined): Promise<void> {
		const path = `/workflows/${id}`;
		const active = version !== undefined;
		try {
			await this.session.request('POST', `${path}/${active ? 'activate' : 'deactivate'}`, version);
		} catch (error) {
			if (!(error instanceof N8nHttpError) || error.status !== 404) throw error;
			// n8n 1 has no endpoints for publishing.
			const { versionId } = await this.getWorkflow(id);
			await this.session.request('PATCH', path, { active, versionId });
		}
	}

	private async executeWorkflow(workflow: StoredWorkflow, trigger: string): Promise<unknown> {
		return await this.session.request('POST', `/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
	}
}

function isStored(workflow: StoredWorkflow | Workflow): workflow is StoredWorkflow {
	return 'id' in workflow && 'versionId' in workflow;
}
