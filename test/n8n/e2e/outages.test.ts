import { setTimeout as sleep } from 'node:timers/promises';
import { type StoredCredential, waitFor } from '../../support/n8n';
import { runNode, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { credentialDataOf, testEnvironment, useN8n } from '../../support/fixtures/testEnvironment';
import { type Service, startService } from '../../support/service';

jest.setTimeout(600_000);

useN8n();

const outageMs = 100_000;
/** Longer than the node retries messages, so that the end of an outage has no other cause. */
const idleMs = 150_000;

const services: Service[] = [];

afterAll(async () => {
	for (const service of services) await service.close();
});

const rejection = { fault: { kind: 'status', status: 429, message: 'Too many requests' } } as const;

/** Starts another service without `Retry-After`, and creates its credential. */
async function openChannel(name: string): Promise<[Service, StoredCredential]> {
	const service = await startService({ token: `token-of-${name}`, limits: { retryAfter: 'none' } });
	services.push(service);
	service.configure({ acceptUnknownContacts: true });
	const credential = await testEnvironment().client.createCredential({
		name,
		type: 'channelMessagingApi',
		data: credentialDataOf(service),
	});
	return [service, credential];
}

const messages = (text: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({ contactId: `contact-${String(index)}`, text }));

/** Sends a message that gets a 429, stops it, and starts a campaign much later. */
async function stopThenSend(): Promise<Service> {
	const { client } = testEnvironment();
	const [service, credential] = await openChannel('stopped-execution');
	service.faults.add({ ...rejection, times: Infinity });
	const items = messages('Stopped', 1);
	const id = await client.startWorkflow(workflowOf({ parameters: sendText(), items, credential }));
	await waitFor('a 429 response', () => service.requests.length > 0);
	await client.stopExecution(id);
	await client.waitForExecution(id);
	await sleep(idleMs);
	service.faults.clear();
	service.faults.add(rejection);
	await runNode({ parameters: sendText(), items: messages('Campaign', 300), credential });
	return service;
}

/** Sends a campaign while the service rejects all requests for some time. */
async function sendDuringOutage(): Promise<Service> {
	const { client } = testEnvironment();
	const [service, credential] = await openChannel('outage');
	service.faults.add({ ...rejection, times: Infinity });
	const items = messages('Outage', 200);
	const id = await client.startWorkflow(workflowOf({ parameters: sendText(), items, credential }));
	await waitFor('a 429 response', () => service.requests.length > 0);
	await sleep(outageMs);
	service.faults.clear();
	await client.waitForExecution(id);
	return service;
}

const contactsOf = ({ messages: received }: Service) =>
	received.map(({ contactId }) => contactId).sort();
const allContacts = (count: number) =>
	messages('', count)
		.map(({ contactId }) => contactId)
		.sort();

// At the same time, because they mostly wait.
test('neither an outage of 100 s nor an earlier stopped message loses messages of a campaign', async () => {
	const [afterStop, afterOutage] = await Promise.all([stopThenSend(), sendDuringOutage()]);

	expect(contactsOf(afterStop)).toEqual(allContacts(300));
	expect(contactsOf(afterOutage)).toEqual(allContacts(200));
});
