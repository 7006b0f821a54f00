import { answerPage } from './answerPage';
import { caps } from './limits';
import { customFields } from './customFields';
import { useEditor } from './fixture/editorTest';
import { findingContacts } from './findingContacts';
import { formToMessage } from './formToMessage';
import { importedExample } from './importedExample';
import { nodesPanel } from './nodesPanel';
import { operations } from './operations';

jest.setTimeout(600_000);

// One file, because starting n8n takes longer than most of this.
useEditor();

describe('the nodes panel', nodesPanel);
describe('an operation is filled in and run', operations);
describe('a contact is found', findingContacts);
describe('custom fields', customFields);
describe('the limits of the service', caps);
describe('a workflow is built', formToMessage);
describe('an example is imported', importedExample);
describe('a question is answered on a phone', answerPage);
