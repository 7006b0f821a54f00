export { N8nClient, type NewCredential, owner, type StoredCredential } from './client';
export {
	type Execution,
	type ExecutionSummary,
	type Item,
	lastRun,
	type NodeRun,
	outputOf,
} from './execution';
export { holdingLock } from './fileLock';
export { freePort, loopback } from './freePort';
export { cacheFolder, type InstalledRelease, installRelease } from './install';
export { runNpm } from './npm';
export {
	discardPackage,
	installedPackageFolder,
	installPackage,
	packPackage,
} from './packedPackage';
export { currentRelease, type Release, releases } from './release';
export { startProgram } from './processGroup';
export { type Part, type RunningN8n, startN8n } from './runningN8n';
export { N8nRefusal } from './session';
export {
	inARow,
	newNode,
	readWorkflow,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
} from './workflow';
