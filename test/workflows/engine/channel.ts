import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Service, type ServiceOptions, startService } from '../../support/service';
import { unlimitedCredential } from './credentials';
import { type NodeInput, type NodeResult, runNode } from './runNode';

/** A local service and a credential for it. */
interface TestChannel {
	readonly service: Service;
	/** The texts of the accepted messages. */
	readonly texts: string[];
	/** Returns the credential. Its rates exceed those of any test unless `changes` contains others. */
	credential(changes?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** Executes the node with the credential. */
	runNode(
		input: Omit<NodeInput, 'credential'>,
		credentialChanges?: ICredentialDataDecryptedObject,
	): Promise<NodeResult>;
}

/** The default service has no rate limits. */
const unlimited: ServiceOptions = {
	limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
};

/** Starts a new local service before each test, and closes it afterwards. */
export function useChannel(options: ServiceOptions = {}): TestChannel {
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

	const credential: TestChannel['credential'] = (changes = {}) => ({
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
		runNode: async (input, changes) => await runNode({ credential: credential(changes), ...input }),
	};
}
