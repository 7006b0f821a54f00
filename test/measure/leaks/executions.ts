import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../support/service';
import { contactOperation, sendText } from '../../support/running/parameters';
import { type NodeRun, runNode } from '../../workflows/engine/runNode';

const contacts = ['1', '2', '3', '4', '5'];
const items = contacts.map((contactId) => ({ contactId, text: 'Hi' }));

/** What one execution after the other does, in turns. */
const kinds: ReadonlyArray<(credential: ICredentialDataDecryptedObject) => Promise<void>> = [
	// All goes well.
	async (credential) => {
		await runNode({ credential, parameters: sendText(), items });
	},
	// The service refuses one item, and n8n runs the node again: 0 would be a second for it.
	async (credential) => {
		const failing = [{ contactId: 'refused', text: 'Hi' }, ...items];
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		await runNode({ credential, parameters: sendText(), items: failing, settings });
	},
	// A search.
	async (credential) => {
		const search: INodeParameters = { fieldName: 'phone', fieldValue: '1', returnAll: true };
		await runNode({ credential, parameters: contactOperation('getAll', search) });
	},
	// Cancelled while the service keeps it waiting.
	async (credential) => {
		await cancelled({
			credential,
			parameters: sendText(),
			items: [{ contactId: 'silent', text: 'Hi' }, ...items],
		});
	},
	// No answer in time.
	async (credential) => {
		const parameters = { ...sendText(), options: { timeout: 0.02 } };
		const settings = { onError: 'continueRegularOutput' as const };
		const [first] = items;
		const silent = [{ contactId: 'silent', text: 'Hi' }, ...(first === undefined ? [] : [first])];
		await runNode({ credential, parameters, items: silent, settings });
	},
];

/** Cancels an execution that waits for an answer. */
async function cancelled(run: NodeRun): Promise<void> {
	const cancelling = new AbortController();
	const timer = setTimeout(() => {
		cancelling.abort();
	}, 20);
	await runNode({ ...run, cancel: cancelling.signal }).catch(() => undefined);
	clearTimeout(timer);
}

/** Runs so many executions, one after the other. */
export async function execute(service: Service, count: number): Promise<void> {
	const credential: ICredentialDataDecryptedObject = {
		baseUrl: service.url,
		token: service.token,
		channelType: 'other',
		messagesPerSecond: 10_000,
		contactCallsPerMinute: 600_000,
	};
	for (let number = 0; number < count; number += 1) {
		await kinds[number % kinds.length]?.(credential);
		// The service remembers every call: that is no leak of the node's.
		if (number % 50 === 0) {
			service.reset();
			addFaults(service);
		}
	}
	service.reset();
}

/** Two contacts of whom the service makes a fault. */
export function addFaults({ faults }: Service): void {
	const times = Infinity;
	faults.add({ times, match: { path: '/refused' }, fault: { kind: 'status', status: 403 } });
	faults.add({ times, match: { path: '/silent' }, fault: { kind: 'never' } });
}
