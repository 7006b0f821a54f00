import { useN8n } from '../../support/fixtures/testEnvironment';
import { agent } from './agent';
import { cancel } from './cancel';
import { createOrUpdate } from './createOrUpdate';
import { everyRelease } from './everyRelease';
import { formWithQuery } from './formWithQuery';
import { humanReview } from './humanReview';
import { phoneNumbers } from './phoneNumbers';
import { secrecy } from './secrecy';
import { sendOncePerKey } from './sendOncePerKey';
import { sharedToken } from './sharedToken';

jest.setTimeout(120_000);

// One file, because starting n8n takes longer than most of this.
useN8n();

everyRelease();
describe('the Stop button', cancel);
describe('credentials with the same token', sharedToken);
describe('Create or Update', createOrUpdate);
describe('phone numbers', phoneNumbers);
describe('Map Automatically', formWithQuery);
describe('the tool of an AI Agent', agent);
describe('the human review of an AI Agent', humanReview);
// After all others, because it looks at everything that n8n has said and kept until now.
describe('the token', secrecy);
describe('Send Once per Key', sendOncePerKey);
