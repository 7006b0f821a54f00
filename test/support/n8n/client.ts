import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import {
	type Execution,
	type ExecutionSummary,
	readEndedExecution,
	summarySchema,
} from './execution';
import { N8nRefusal, Session } from './session';
import { until } from './until';
import { callWebhook, type WebhookAnswer } from './webhook';
import { readStoredWorkflow, type StoredWorkflow, triggerOf, type Workflow } from './workflow';

/** A credential to store. */
export interface NewCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** A description that n8n reads with its own types; a name is what it is found by. */
const described = <Description>() =>
	z.custom<Description>((value) => z.object({ name: z.string() }).safeParse(value).success).array();

const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });

/** A credential that n8n has; its secrets stay there. */
export type StoredCredential = z.infer<typeof credentialSchema>;

const credentialTestSchema = z.object({ status: z.string(), message: z.string() });
const startedSchema = z.object({ executionId: z.string() });
const settingsSchema = z.object({
	userManagement: z.object({ showSetupOnFirstLoad: z.boolean().default(false) }),
});
const namedSchema = z.object({ id: z.string(), name: z.string() });
const executionsSchema = z.object({ results: z.array(summarySchema) });
/** Milliseconds for an execution to end. */
const executionPatience = 120_000;

/** The owner of every n8n that is started here; n8n asks for a digit and a capital letter. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Channel-Messaging-1',
} as const;

/** Does with n8n what its editor does, by way of the same REST interface. */
export class N8nClient {
	private readonly session: Session;

	constructor(private readonly url: string) {
		this.session = new Session(url);
	}

	/** Whether n8n has no owner yet. */
	async needsOwner(): Promise<boolean> {
		const settings = settingsSchema.parse(await this.session.call('GET', '/settings'));
		return settings.userManagement.showSetupOnFirstLoad;
	}

	/** Makes a fresh n8n its owner's, and signs the owner in. */
	async setUpOwner(): Promise<void> {
		await this.session.call('POST', '/owner/setup', owner);
	}

	/** Signs the owner in. */
	async signIn(): Promise<void> {
		const { email: emailOrLdapLoginId, password } = owner;
		await this.session.call('POST', '/login', { emailOrLdapLoginId, password });
	}

	/** Stores a credential. */
	async createCredential(credential: NewCredential): Promise<StoredCredential> {
		return credentialSchema.parse(await this.session.call('POST', '/credentials', credential));
	}

	/** Replaces what a stored credential holds. */
	async updateCredential(id: string, credential: NewCredential): Promise<StoredCredential> {
		const answer = await this.session.call('PATCH', `/credentials/${id}`, { id, ...credential });
		return credentialSchema.parse(answer);
	}

	/** All credentials that n8n has. */
	async listCredentials(): Promise<readonly StoredCredential[]> {
		return z.array(credentialSchema).parse(await this.session.call('GET', '/credentials'));
	}

	/** Presses the Test button of a stored credential, with the data that its form would hold. */
	async testCredential(
		stored: StoredCredential,
		data: Readonly<Record<string, unknown>>,
	): Promise<z.infer<typeof credentialTestSchema>> {
		const body = { credentials: { ...stored, data } };
		return credentialTestSchema.parse(await this.session.call('POST', '/credentials/test', body));
	}

	/** Stores a workflow. */
	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		// n8n 1 stores no workflow that doesn't say whether it is active.
		const body = { active: false, settings: {}, ...workflow };
		return readStoredWorkflow(await this.session.call('POST', '/workflows', body));
	}

	/** Saves a stored workflow with what was changed in it. */
	async updateWorkflow(workflow: Pick<StoredWorkflow, 'id'> & Partial<Workflow>): Promise<void> {
		await this.session.call('PATCH', `/workflows/${workflow.id}`, workflow);
	}

	/** Reads a stored workflow. */
	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return readStoredWorkflow(await this.session.call('GET', `/workflows/${id}`));
	}

	/** The names of all workflows that n8n has. */
	async listWorkflows(): Promise<readonly z.infer<typeof namedSchema>[]> {
		return z.array(namedSchema).parse(await this.session.call('GET', '/workflows'));
	}

	/** Presses Execute: starts a workflow at its trigger, and answers the execution's id. */
	async startWorkflow(workflow: string | StoredWorkflow | Workflow): Promise<string> {
		const stored = await this.stored(workflow);
		const answer = await this.session.call('POST', `/workflows/${stored.id}/run`, {
			workflowData: stored,
			triggerToStartFrom: { name: triggerOf(stored) },
		});
		return startedSchema.parse(answer).executionId;
	}

	/** Starts a workflow (stored first if it isn't yet) and waits until its execution has ended. */
	async runWorkflow(
		workflow: string | StoredWorkflow | Workflow,
		within: number = executionPatience,
	): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(workflow), within);
	}

	/** Waits until an execution has ended. */
	async waitForExecution(id: string, within: number = executionPatience): Promise<Execution> {
		return await until({ within, waitingFor: `execution ${id} to end` }, async () =>
			readEndedExecution(await this.getStoredExecution(id)),
		);
	}

	/** Reads an execution with all that n8n keeps of it, as it keeps it. */
	async getStoredExecution(id: string): Promise<unknown> {
		return await this.session.call('GET', `/executions/${id}`);
	}

	/**
	 * The newest hundred executions, of one workflow or of all.
	 *
	 * @param before of those that are older than the execution with this id
	 */
	async listExecutions(workflowId?: string, before?: string): Promise<readonly ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify(workflowId ? { workflowId } : {}));
		const range = before === undefined ? '' : `&lastId=${before}`;
		const answer = await this.session.call('GET', `/executions?limit=100${range}&filter=${filter}`);
		return executionsSchema.parse(answer).results;
	}

	/** Presses Stop. */
	async stopExecution(id: string): Promise<void> {
		await this.session.call('POST', `/executions/${id}/stop`);
	}

	/** Publishes a workflow: its webhooks and schedules come alive. */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.publish(id, { versionId });
	}

	/** Takes a published workflow back: nothing starts it any more. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.publish(id, undefined);
	}

	/** Calls a webhook of an active workflow, once n8n has it registered. */
	async callWebhook(path: string, body: unknown): Promise<WebhookAnswer> {
		return await callWebhook(this.url, path, body);
	}

	/** The node descriptions that the editor works with. */
	async nodeTypes(): Promise<readonly INodeTypeDescription[]> {
		return described<INodeTypeDescription>().parse(await this.session.file('/types/nodes.json'));
	}

	/** The descriptions of credentials that the editor works with. */
	async credentialTypes(): Promise<readonly ICredentialType[]> {
		return described<ICredentialType>().parse(await this.session.file('/types/credentials.json'));
	}

	/** What the editor knows of a node's output before its first run: a JSON schema. */
	async outputSchema(nodeType: string, version: string, operation: string): Promise<unknown> {
		return await this.session.file(`/schemas/${nodeType}/${version}/${operation}.json`);
	}

	private async publish(id: string, version: { versionId: string } | undefined): Promise<void> {
		const path = `/workflows/${id}`;
		const active = version !== undefined;
		try {
			await this.session.call('POST', `${path}/${active ? 'activate' : 'deactivate'}`, version);
		} catch (failure) {
			if (!(failure instanceof N8nRefusal) || failure.status !== 404) throw failure;
			// n8n 1 has no versions to publish: a workflow is active or not.
			const { versionId } = await this.getWorkflow(id);
			await this.session.call('PATCH', path, { active, versionId });
		}
	}

	private async stored(workflow: string | StoredWorkflow | Workflow): Promise<StoredWorkflow> {
		if (typeof workflow === 'string') return await this.getWorkflow(workflow);
		return isStored(workflow) ? workflow : await this.createWorkflow(workflow);
	}
}

function isStored(workflow: StoredWorkflow | Workflow): workflow is StoredWorkflow {
	return 'id' in workflow && 'versionId' in workflow;
}
