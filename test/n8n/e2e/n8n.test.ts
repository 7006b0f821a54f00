import { useN8n } from '../../support/fixtures/testEnvironment';
import { releases, testedRelease } from '../../support/n8n';
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
import { failedResumption } from './failedResumption';
import { mapFormAutomatically } from './forms';
import { httpRequestNode } from './httpRequestNode';
import { humanReview } from './humanReview';
import { nodeDescription } from './nodeDescription';
import { onError } from './onError';
import { publicationFailure } from './publicationFailure';
import { replyInChat } from './replyInChat';
import { retries } from './retries';
import { secrecy } from './secrecy';
import { sendAndWaitForResponse } from './sendAndWait';
import { sendOncePerKey } from './sendOncePerKey';
import { triggerEvents, triggerPolls } from './trigger';
import { turns } from './turns';

jest.setTimeout(300_000);

// All suites share one n8n, which starts more slowly than most tests run. By default, n8n 1 keeps
// files in memory, but *Binary File* needs them on disk.
useN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });

describe('Descriptions for the editor', nodeDescription);
describe('Channel Messaging Trigger', triggerEvents);
describe('Polls of Channel Messaging Trigger', triggerPolls);
describe('Publication', publicationFailure);
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
describe('Examples', examples);
describe('Workflows saved with earlier versions', savedWorkflowsRun);
// n8n 1 has no human review by a node, and confirms an answer before it records it.
if (testedRelease !== releases['n8n-1.123.0']) {
	describe('Human review of an AI Agent', humanReview);
	describe('A failed resumption', failedResumption);
}
// Runs last because it delays later requests with the token.
describe('Secrets', secrecy);
