import { agent } from './agent';
import { credentialTest } from './credentialTest';
import { delivery } from './delivery';
import { editorIssues } from './editorIssues';
import { useN8n } from '../running/running';
import { nodeDescription } from './nodeDescription';
import { onError } from './onError';
import { messageTypes, operations } from './operations';
import { secrecy } from './secrecy';
import { webhook } from './webhook';

jest.setTimeout(120_000);

// One file, because starting n8n takes longer than most of this.
useN8n();

describe('what the editor is served', nodeDescription);
describe('operations', operations);
describe('Send takes every type of message', messageTypes);
describe("the credential's Test button", credentialTest);
describe('On Error', onError);
describe('delivery', delivery);
describe('the editor shows an issue, and n8n refuses to run', editorIssues);
describe('an activated workflow with a webhook', webhook);
describe('the tool of an AI Agent', agent);
// Last, because it looks at everything that n8n has said and kept until now.
describe('the token', secrecy);
