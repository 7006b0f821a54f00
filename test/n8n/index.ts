export {
	type Account,
	type CredentialTest,
	N8nClient,
	type NewCredential,
	owner,
	type StoredCredential,
} from './client';
export type { CredentialType } from './credentialType';
export {
	type Execution,
	type ExecutionSummary,
	type Failure,
	type Hint,
	type Item,
	lastRun,
	type NodeRun,
	outputOf,
} from './execution';
export { freePort, loopback } from './freePort';
export { type InstalledRelease, type InstallProgress, installRelease } from './install';
export { holdingLock } from './fileLock';
export { editorIssues } from './nodeType';
export { runNpm } from './npm';
export { discardPackage, installPackage, packPackage } from './packedPackage';
export { currentRelease, type Release, releases } from './release';
export { type Part, type RunningN8n, startN8n, type StartOptions } from './runningN8n';
export { N8nRefusal } from './session';
export type { WebhookAnswer } from './webhook';
export { inARow, type StoredWorkflow, type Workflow, type WorkflowNode } from './workflow';
