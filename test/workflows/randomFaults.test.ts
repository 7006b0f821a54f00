import fc from 'fast-check';

import { isRecord } from '../../nodes/ChannelMessaging/client/model';
import { sendText } from '../support/fixtures/parameters';
import type { Fault } from '../support/service';
import { useChannel } from './engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const page = { kind: 'response', status: 200, contentType: 'text/html' } as const;
const redirect = { location: 'http://127.0.0.1:9/' };
const rejection: Fault = { kind: 'status', status: 403 };

const faults: readonly Fault[] = [
	rejection,
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 302, headers: redirect },
	{ kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	{ kind: 'statusAfterEffect', status: 500 },
	{ kind: 'connectionLost', when: 'beforeEffect' },
	{ kind: 'connectionLost', when: 'afterEffect' },
	{ ...page, body: '<h1>Welcome</h1>' },
	{ ...page, body: '' },
	{ kind: 'slow', delayMs: 20 },
	{ kind: 'noResponse' },
];

/** Whether a number of accepted messages is possible, by the outcome that the node reports. */
const isPossible: Readonly<Record<string, (accepted: number) => boolean>> = {
	sent: (accepted) => accepted === 1,
	notDone: (accepted) => accepted === 0,
	unknown: (accepted) => accepted <= 1,
};

/** Each campaign has its own contacts, because a request that timed out can arrive during the next. */
let campaigns = 0;

/** Sends one message per fault, and returns the reports that contradict the service's messages. */
async function contradictions(drawn: readonly (Fault | undefined)[], retryOnFail: boolean) {
	const { service } = channel;
	service.reset();
	campaigns += 1;
	const items = drawn.map((_, index) => {
		const contactId = `contact-${String(campaigns)}-${String(index)}`;
		return { contactId, text: `To ${contactId}` };
	});
	for (const [index, fault] of drawn.entries()) {
		const contactId = items[index]?.contactId;
		if (fault !== undefined) service.faults.add({ match: { contactId }, fault });
	}
	const { items: output } = await channel.runNode({
		parameters: sendText({ options: { timeout: 0.3 } }),
		items,
		settings: { onError: 'continueRegularOutput', retryOnFail, maxTries: 2, waitBetweenTries: 1 },
	});
	const misdirected = service.messages.filter(
		({ contactId, item }) => item.type !== 'text' || item.text !== `To ${contactId}`,
	);
	const reports = items.map(({ contactId }, index) => {
		const { error } = output[index]?.json ?? { error: { outcome: 'missing' } };
		const { outcome, reason } = isRecord(error) ? error : { outcome: 'sent', reason: undefined };
		const accepted = service.messages.filter((message) => message.contactId === contactId).length;
		return { contactId, fault: drawn[index], outcome, reason, accepted };
	});
	const wrong = reports.filter(({ fault, outcome, reason, accepted }) => {
		if (typeof outcome !== 'string' || !isPossible[outcome]?.(accepted)) return true;
		// On a busy machine, any request can time out.
		return fault === undefined && outcome !== 'sent' && reason !== 'timedOut';
	});
	return [...misdirected, ...wrong];
}

it('the reports of a campaign with random faults agree with the messages that the service accepted', async () => {
	const anyFault = fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...faults) },
	);
	const anyFaults = fc.array(anyFault, { minLength: 100, maxLength: 200 });
	await fc.assert(
		fc.asyncProperty(anyFaults, fc.boolean(), async (drawn, retryOnFail) => {
			// In a Continue mode, n8n retries the node only if the first item fails.
			const first = retryOnFail ? rejection : undefined;
			expect(await contradictions([first, ...drawn], retryOnFail)).toEqual([]);
		}),
		// Shrinking would take minutes. The seed and the path in the error repeat the failure.
		{ numRuns: 6, endOnFailure: true },
	);
});
