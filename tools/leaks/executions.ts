import type { Service } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { contactOperation, sendText } from '../../test/support/fixtures/parameters';
import { type NodeInput, runNode } from '../../test/workflows/engine/runNode';

/** Seconds after which a call is given up, and after which an execution is cancelled. */
const timeout = 0.02;
/** Executions after which the service forgets what it has seen: that is no leak of the node's. */
const untilReset = 50;

const to = (contactId: string) => ({ contactId, text: 'Hi' });
const items = ['1', '2', '3', '4', '5'].map(to);

/** What one execution after the other does, in turns. */
const kinds: ReadonlyArray<() => Omit<NodeInput, 'credential'>> = [
	// All goes well.
	() => ({ parameters: sendText(), items }),
	// The service refuses one item, and n8n runs the node again: 0 would be a second for it.
	() => ({
		parameters: sendText(),
		items: [to('refused'), ...items],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	}),
	// A search.
	() => ({
		parameters: contactOperation('getAll', {
			fieldName: 'phone',
			fieldValue: '1',
			returnAll: true,
		}),
	}),
	// Cancelled while the service keeps it waiting.
	() => ({
		parameters: sendText(),
		items: [to('silent'), ...items],
		cancel: AbortSignal.timeout(timeout * 1_000),
	}),
	// No answer in time.
	() => ({
		parameters: sendText({ options: { timeout } }),
		items: [to('silent'), to('1')],
		settings: { onError: 'continueRegularOutput' },
	}),
];

/** Forgets all, and makes a fault of two contacts. */
function begin(service: Service): void {
	service.reset();
	const { faults } = service;
	const times = Infinity;
	faults.add({ times, match: { path: '/refused' }, fault: { kind: 'status', status: 403 } });
	faults.add({ times, match: { path: '/silent' }, fault: { kind: 'noResponse' } });
}

/** Runs so many executions, one after the other. */
export async function execute(service: Service, count: number): Promise<void> {
	for (let number = 0; number < count; number += 1) {
		if (number % untilReset === 0) begin(service);
		const run = kinds[number % kinds.length]?.();
		if (run !== undefined) await runNode({ ...run, credential: unlimitedCredential(service) });
	}
	service.reset();
}
