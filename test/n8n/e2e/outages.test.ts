import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../support/n8n';
import { workflowOf } from '../../support/fixtures/nodeWorkflow';
import { type OtherChannel, useOtherChannels } from '../../support/fixtures/otherChannels';
import { sendText } from '../../support/fixtures/parameters';
import { useN8n } from '../../support/fixtures/testEnvironment';

jest.setTimeout(600_000);

useN8n();
const startChannel = useOtherChannels();

const outageMs = 100_000;
/** Exceeds the time for which the node retries messages, so that no retry ends an outage. */
const idleMs = 150_000;

const rejection = { fault: { kind: 'status', status: 429, message: 'Too many requests' } } as const;

const contactIds = (count: number) =>
	Array.from({ length: count }, (_, index) => `contact-${String(index)}`);

/** Starts sending a message to each of several contacts. Returns the execution ID. */
async function startCampaign({ client, credential }: OtherChannel, count: number): Promise<string> {
	const items = contactIds(count).map((contactId) => ({ contactId, text: 'Hi' }));
	return await client.startWorkflow(workflowOf({ parameters: sendText(), items, credential }));
}

/** Starts a campaign while the service rejects all requests, and waits for the first rejection. */
async function startRejectedCampaign(channel: OtherChannel, count: number): Promise<string> {
	const { faults, requests } = channel.service;
	faults.add({ ...rejection, times: Infinity });
	const id = await startCampaign(channel, count);
	await waitFor('a 429 response', () => requests.length > 0);
	return id;
}

/** Sends a message that gets a 429, stops it, and starts a campaign much later. */
async function stopThenSend(channel: OtherChannel, count: number): Promise<void> {
	const { client, service } = channel;
	const stopped = await startRejectedCampaign(channel, 1);
	await client.stopExecution(stopped);
	await client.waitForExecution(stopped);
	await sleep(idleMs);
	service.faults.clear();
	service.faults.add(rejection);
	await client.waitForExecution(await startCampaign(channel, count));
}

/** Sends a campaign while the service rejects all requests for some time. */
async function sendDuringOutage(channel: OtherChannel, count: number): Promise<void> {
	const id = await startRejectedCampaign(channel, count);
	await sleep(outageMs);
	channel.service.faults.clear();
	await channel.client.waitForExecution(id);
}

const receivers = ({ service: { messages } }: OtherChannel) =>
	messages.map(({ contactId }) => contactId).sort();

// These tests run concurrently because they mostly wait.
test('neither a 100-second outage nor an earlier stopped message makes a campaign lose messages', async () => {
	const afterStop = await startChannel();
	const afterOutage = await startChannel();

	await Promise.all([stopThenSend(afterStop, 300), sendDuringOutage(afterOutage, 200)]);

	expect(receivers(afterStop)).toEqual(contactIds(300).sort());
	expect(receivers(afterOutage)).toEqual(contactIds(200).sort());
});
