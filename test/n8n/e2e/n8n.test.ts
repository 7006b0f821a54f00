import { useN8n } from '../../support/fixtures/testEnvironment';
import { agentTool } from './agent';
import { createOrUpdate } from './createOrUpdate';
import { everyRelease } from './everyRelease';
import { formWithQuery } from './formWithQuery';
import { humanReview } from './humanReview';
import { secrecy } from './secrecy';
import { sendOncePerKey } from './sendOncePerKey';

jest.setTimeout(120_000);

// One file, because starting n8n takes longer than most tests.
useN8n();

everyRelease();
describe('Create or Update', createOrUpdate);
describe('Map Automatically', formWithQuery);
describe('AI Agent tool', agentTool);
describe('Human review of an AI Agent', humanReview);
describe('Send Once per Key', sendOncePerKey);
describe('Secrets', secrecy);
