import { useN8n } from '../../support/fixtures/testEnvironment';
import { everyRelease } from './everyRelease';
import { failedResumption } from './failedResumption';
import { humanReview } from './humanReview';
import { secrecy } from './secrecy';
import { triggerPolls } from './trigger';

jest.setTimeout(300_000);

// One file, because starting n8n takes longer than most tests.
useN8n();

everyRelease();
describe('Human review of an AI Agent', humanReview);
describe('A failed resumption', failedResumption);
describe('Polls of Channel Messaging Trigger', triggerPolls);
describe('Secrets', secrecy);
