import { useN8n } from '../../support/fixtures/testEnvironment';
import { cancellation } from './cancel';
import { contacts } from './contacts';
import { everyRelease } from './everyRelease';
import { failedResumption } from './failedResumption';
import { mapFormAutomatically } from './forms';
import { humanReview } from './humanReview';
import { secrecy } from './secrecy';
import { triggerPolls } from './trigger';

jest.setTimeout(300_000);

// One file, because starting n8n takes longer than most tests.
useN8n();

everyRelease();
describe('Stop button', cancellation);
describe('Contacts', contacts);
describe('Map Automatically', mapFormAutomatically);
describe('Human review of an AI Agent', humanReview);
describe('A failed resumption', failedResumption);
describe('Polls of Channel Messaging Trigger', triggerPolls);
describe('Secrets', secrecy);
