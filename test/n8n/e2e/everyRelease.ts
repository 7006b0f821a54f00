import { currentRelease, type Release } from '../../support/n8n';
import { examples } from '../examples/examples';
import { savedWorkflowsRun } from '../upgrades/runs';
import { agentTool } from './agent';
import { binaryFiles } from './binaryFiles';
import { campaigns } from './campaigns';
import { cancellation } from './cancel';
import { executeAgain } from './executeAgain';
import { failedRequests } from './connections';
import { contacts } from './contacts';
import { credentialExpressions } from './credentialExpressions';
import { credentialTest } from './credentialTest';
import { mapFormAutomatically } from './forms';
import { httpRequestNode } from './httpRequestNode';
import { nodeDescription } from './nodeDescription';
import { onError } from './onError';
import { publicationFailure } from './publicationFailure';
import { replyInChat } from './replyInChat';
import { retries } from './retries';
import { sendAndWaitForResponse } from './sendAndWait';
import { sendOncePerKey } from './sendOncePerKey';
import { triggerEvents } from './trigger';
import { turns } from './turns';

/** Tests for each release in the compatibility table. */
export function everyRelease(release: Release = currentRelease): void {
	describe('Descriptions for the editor', nodeDescription);
	describe('Channel Messaging Trigger', triggerEvents);
	describe('Publication', () => {
		publicationFailure(release);
	});
	describe('Credential test', credentialTest);
	describe('Credential with expressions', credentialExpressions);
	describe('Credential in HTTP Request', httpRequestNode);
	describe('On Error', onError);
	describe('Retry On Fail', retries);
	describe('Executing again', executeAgain);
	describe('Failed requests', failedRequests);
	describe('Binary File', binaryFiles);
	describe('Send Once per Key', sendOncePerKey);
	describe('Send Once per Contact', campaigns);
	describe('Turns', turns);
	describe('AI Agent tool', agentTool);
	describe('Stop button', cancellation);
	describe('Contacts', contacts);
	describe('Map Automatically', mapFormAutomatically);
	describe('Send and Wait for Response', sendAndWaitForResponse);
	describe('Reply in Chat', replyInChat);
	describe('Examples', () => {
		examples(release);
	});
	describe('Workflows saved with earlier versions', savedWorkflowsRun);
}
