import { examples } from '../examples/examples';
import { savedWorkflowsRun } from '../upgrades/runs';
import { connections } from './connections';
import { credentialExpressions } from './credentialExpressions';
import { credentialTest } from './credentialTest';
import { editorIssues } from './editorIssues';
import { nodeDescription } from './nodeDescription';
import { onError } from './onError';
import { operations } from './operations';
import { sendAndWaitForResponse } from './sendAndWait';
import { triggerEvents } from './trigger/events';

/** What must hold in every n8n of the compatibility table. */
export function everyRelease(): void {
	describe('what the editor is served', nodeDescription);
	describe('operations', operations);
	describe('the trigger', triggerEvents);
	describe("the credential's Test button", credentialTest);
	describe('a credential with expressions', credentialExpressions);
	describe('On Error', onError);
	describe('calls that are refused or get lost', connections);
	describe('Send and Wait for Response', sendAndWaitForResponse);
	describe('the editor shows an issue, and n8n refuses to run', editorIssues);
	describe('the examples', examples);
	describe('what was saved with an earlier version of the package', savedWorkflowsRun);
}
