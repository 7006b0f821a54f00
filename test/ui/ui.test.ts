import { caps } from './caps';
import { credential } from './credential';
import { useEditor } from './fixture/inEditor';
import { nodesPanel } from './nodesPanel';

jest.setTimeout(600_000);

// One file, because starting n8n takes longer than most of this.
useEditor();

describe('the nodes panel', nodesPanel);
describe('the credential', credential);
describe('the limits of the service', caps);
