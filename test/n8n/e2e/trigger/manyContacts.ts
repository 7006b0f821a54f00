import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { publishTrigger } from '../../../support/fixtures/publishedTrigger';
import { leads, unpublishAfterEach } from './events';

const manyContacts = 3_000;

/** Milliseconds between two looks at n8n's health page. */
const lookEvery = 10;

/** Milliseconds for which an n8n is watched that has nothing to do. */
const idleTime = 10_000;

/** Does something, and gives the longest that n8n's health page had to wait meanwhile. */
async function longestWait(action: () => Promise<void>): Promise<number> {
	const ending = new AbortController();
	let longest = 0;
	const look = async () => {
		while (!ending.signal.aborted) {
			const from = performance.now();
			await axios.get(`${testEnvironment().n8n.url}/healthz`, { proxy: false });
			longest = Math.max(longest, performance.now() - from);
			await sleep(lookEvery);
		}
	};
	const looking = look();
	try {
		await action();
	} finally {
		ending.abort();
		await looking;
	}
	return longest;
}

/** Polls of many contacts, at a service without limits. */
export function triggerWithManyContacts(): void {
	unpublishAfterEach();

	afterAll(() => {
		testEnvironment().service.configure({ limits: { contactRequestsPerMinute: 100 } });
	});

	test.each(['contactMatches', 'contactChanges'])(
		`%s: ${String(manyContacts)} contacts are polled, and the few events found`,
		async (event) => {
			const { client, credential, credentialData, service } = testEnvironment();
			service.configure({ limits: { contactRequestsPerMinute: null } });
			const unlimited = {
				client,
				service,
				credential: await client.createCredential({
					name: 'Without limits',
					type: credential.type,
					data: { ...credentialData, contactCallsPerMinute: 600_000 },
				}),
			};
			const waitedIdle = await longestWait(async () => {
				await sleep(idleTime);
			});
			const existing = Array.from({ length: manyContacts }, () =>
				service.contacts.create([{ name: 'status', value: 'lead' }]),
			);
			const trigger = await publishTrigger({ event, ...leads }, unlimited);
			await trigger.waitForPolls(2);
			const [first = ''] = existing;
			const expected =
				event === 'contactChanges'
					? first
					: service.contacts.create([{ name: 'status', value: 'lead' }]);
			service.contacts.addTags(first, ['vip']);

			const waited = await longestWait(async () => {
				await trigger.waitForPolls(2);
			});
			const events = await trigger.waitForEvents(1);
			expect(events.map(({ id }) => id)).toEqual([expected]);

			process.stderr.write(
				`${event}, ${String(manyContacts)} contacts: n8n's health page waited ${waited.toFixed(0)} ms at most, ${waitedIdle.toFixed(0)} ms in an idle n8n\n`,
			);
		},
	);
}
