export { N8nClient, type NewCredential, owner, type StoredCredential } from './client';
export { executeSql } from './database';
export {
	type Execution,
	type ExecutionSummary,
	finishedExecution,
	hasEnded,
	type Item,
	lastNodeExecution,
	type NodeExecution,
	outputOf,
} from './execution';
export { freePort, loopback } from './freePort';
export {
	cacheFolder,
	currentRelease,
	type InstalledRelease,
	installRelease,
	type Release,
	releases,
	testedRelease,
	withFileLock,
} from './install';
export { type N8nCommand, type RunningN8n, startN8n } from './n8nProcess';
export { runNpm } from './npm';
export { installedPackageFolder, installPackage } from './packedPackage';
export { postToWebhook, requestN8n, requestN8nSuccessfully } from './session';
export { waitFor } from './waitFor';
export {
	connectInSequence,
	itemsNode,
	manualTrigger,
	newNode,
	readWorkflow,
	sequentialWorkflow,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
} from './workflow';
