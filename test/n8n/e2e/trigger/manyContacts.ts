import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { publishTrigger } from '../../../support/fixtures/publishedTrigger';
import { leads, unpublishAfterEach } from './events';

const contactCount = 3_000;

/** Tests with thousands of contacts, without a rate limit. */
export function triggerWithManyContacts(): void {
	unpublishAfterEach();

	test.each(['contactMatches', 'contactChanges'])('%s reports a single event', async (event) => {
		const { client, credential, credentialData, service } = testEnvironment();
		service.configure({ limits: { contactRequestsPerMinute: null } });
		const unlimited = {
			client,
			service,
			credential: await client.createCredential({
				name: 'Without a rate limit',
				type: credential.type,
				data: { ...credentialData, contactCallsPerMinute: 600_000 },
			}),
		};
		const [existing = ''] = Array.from({ length: contactCount }, () =>
			service.contacts.create([{ name: 'status', value: 'lead' }]),
		);
		const trigger = await publishTrigger({ event, ...leads }, unlimited);
		await trigger.waitForPolls(2);
		const expected =
			event === 'contactChanges'
				? existing
				: service.contacts.create([{ name: 'status', value: 'lead' }]);
		service.contacts.addTags(existing, ['vip']);

		const events = await trigger.waitForEvents(1);
		expect(events.map(({ id }) => id)).toEqual([expected]);
	});
}
