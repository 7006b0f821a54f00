import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Service, type ServiceOptions, startService } from '../../support/service';
import { unlimitedCredential } from './credentials';
import { type NodeInput, runNode } from './runNode';

/** The default service has no rate limits. */
const unlimited: ServiceOptions = {
	limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
};

/** Starts a new local service before each test, and closes it afterwards. */
export function useChannel(options: ServiceOptions = {}) {
	let running: Service | undefined;
	const service = (): Service => {
		if (running === undefined) throw new Error('The service exists only during a test');
		return running;
	};

	beforeEach(async () => {
		running = await startService({ ...unlimited, ...options });
	});

	afterEach(async () => {
		await running?.close();
		running = undefined;
	});

	/** Returns a credential. Its rates exceed those of any test unless `changes` contains others. */
	const credential = (changes: ICredentialDataDecryptedObject = {}) => ({
		...unlimitedCredential(service()),
		...changes,
	});

	return {
		get service() {
			return service();
		},
		get texts() {
			return service().messages.map(({ item }) => (item.type === 'text' ? item.text : ''));
		},
		credential,
		runNode: async (
			input: Omit<NodeInput, 'credential'>,
			changes?: ICredentialDataDecryptedObject,
		) => await runNode({ credential: credential(changes), ...input }),
	};
}
