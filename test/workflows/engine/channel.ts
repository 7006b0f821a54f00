import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Service, type ServiceOptions, startService } from '../../support/service';
import { unlimitedCredential } from './credentials';
import { type NodeResult, type NodeRun, runNode } from './runNode';

/** A local service for the tests of one file, fresh for each test. */
export interface TestChannel {
	readonly service: Service;
	/** The texts of the messages that the service accepted. */
	readonly texts: string[];
	/** The credential for the service; rates are high unless the test sets them. */
	credential(changes?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** Runs the node with that credential. */
	run(
		run: Omit<NodeRun, 'credential'>,
		changes?: ICredentialDataDecryptedObject,
	): Promise<NodeResult>;
}

/** Limits are off unless the test sets them: most tests are about something else. */
const unlimited: ServiceOptions = {
	limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
};

export function useChannel(options: ServiceOptions = {}): TestChannel {
	let running: Service | undefined;
	const service = (): Service => {
		if (running === undefined) throw new Error('The service runs only during a test');
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
		run: async (run, changes) => await runNode({ credential: credential(changes), ...run }),
	};
}
