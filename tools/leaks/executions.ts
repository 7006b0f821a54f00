import type { Service } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { contactOperation, sendText } from '../../test/support/fixtures/parameters';
import { type NodeInput, runNode } from '../../test/workflows/engine/runNode';

/** The request timeout, and the time after which an execution is canceled, in seconds. */
const timeout = 0.02;
/** The number of executions after which the local service deletes its log of requests. */
const executionsPerReset = 50;

const to = (contactId: string) => ({ contactId, text: 'Hi' });
const items = ['1', '2', '3', '4', '5'].map(to);

/** The kinds of executions, which run in turn. */
const kinds: ReadonlyArray<() => Omit<NodeInput, 'credential'>> = [
	() => ({ parameters: sendText(), items }),
	// A rejected item with Retry On Fail. n8n replaces a wait of 0 milliseconds with a second.
	() => ({
		parameters: sendText(),
		items: [to('rejected'), ...items],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	}),
	() => ({
		parameters: contactOperation('getAll', {
			fieldName: 'phone',
			fieldValue: '1',
			returnAll: true,
		}),
	}),
	// Canceled during a request.
	() => ({
		parameters: sendText(),
		items: [to('silent'), ...items],
		cancel: AbortSignal.timeout(timeout * 1_000),
	}),
	() => ({
		parameters: sendText({ options: { timeout } }),
		items: [to('silent'), to('1')],
		settings: { onError: 'continueRegularOutput' },
	}),
];

/** Resets the service, and makes requests for two contacts fail. */
function reset(service: Service): void {
	service.reset();
	const { faults } = service;
	const times = Infinity;
	faults.add({ times, match: { path: '/rejected' }, fault: { kind: 'status', status: 403 } });
	faults.add({ times, match: { path: '/silent' }, fault: { kind: 'noResponse' } });
}

export async function execute(service: Service, count: number): Promise<void> {
	for (let index = 0; index < count; index += 1) {
		if (index % executionsPerReset === 0) reset(service);
		const input = kinds[index % kinds.length]?.();
		if (input !== undefined) await runNode({ ...input, credential: unlimitedCredential(service) });
	}
	service.reset();
}
