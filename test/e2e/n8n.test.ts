import { credentialTest } from './credentialTest';
import { editorIssues } from './editorIssues';
import { useN8n } from './fixture/running';
import { onError } from './onError';
import { messageTypes, operations } from './operations';
import { webhook } from './webhook';

jest.setTimeout(120_000);

// One file, because starting n8n takes longer than most of this.
useN8n();

describe('operations', operations);
describe('Send takes every type of message', messageTypes);
describe("the credential's Test button", credentialTest);
describe('On Error', onError);
describe('the editor shows an issue, and n8n refuses to run', editorIssues);
describe('an activated workflow with a webhook', webhook);
