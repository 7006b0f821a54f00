import { credentialTest } from '../e2e/credentialTest';
import { editorIssues } from '../e2e/editorIssues';
import { useN8n } from '../running/running';
import { nodeDescription } from '../e2e/nodeDescription';
import { onError } from '../e2e/onError';
import { messageTypes, operations } from '../e2e/operations';
import { webhook } from '../e2e/webhook';
import { releases } from '../n8n';
import { savedWorkflowsRun } from '../upgrades/runs';
import { connections } from './connections';
import { examples } from './examples';

jest.setTimeout(120_000);
// Three releases of n8n on one machine: what fails once in many runs is printed with its cause and
// tried once more; a defect fails again.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

describe.each(Object.values(releases))('$name', (release) => {
	useN8n(release);

	describe('what the editor is served', nodeDescription);
	describe('operations', operations);
	describe('Send takes every type of message', messageTypes);
	describe("the credential's Test button", credentialTest);
	describe('On Error', onError);
	describe('calls that are refused or get lost', connections);
	describe('the editor shows an issue, and n8n refuses to run', editorIssues);
	describe('an activated workflow with a webhook', webhook);
	describe('the examples', examples);
	describe('what was saved with an earlier version of the package', savedWorkflowsRun);
});
