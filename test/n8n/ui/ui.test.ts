import { answerPage } from './answerPage';
import { limits } from './limits';
import { customFields } from './customFields';
import { useEditor } from './fixture/editorTest';
import { findingContacts } from './findingContacts';
import { formToMessage } from './formToMessage';
import { importedExample } from './importedExample';
import { nodesPanel } from './nodesPanel';
import { operations } from './operations';

jest.setTimeout(600_000);

// One file, because starting n8n and the browser takes longer than most tests.
useEditor();

describe('Nodes panel', nodesPanel);
describe('Operations', operations);
describe('Contact', findingContacts);
describe('Custom Fields', customFields);
describe('Limits', limits);
describe('Workflow', formToMessage);
describe('Imported example', importedExample);
describe('Page of a question on a phone', answerPage);
