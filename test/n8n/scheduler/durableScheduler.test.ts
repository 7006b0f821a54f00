import { onceAYear, publishTrigger, waitForPolls } from '../../support/fixtures/publishedTrigger';
import { testEnvironment, useN8n } from '../../support/fixtures/testEnvironment';
import { createContact, eventOf, newMatch, pagesOf, unpublishAfterEach } from '../e2e/trigger';

jest.setTimeout(400_000);

// n8n runs polls as durable jobs, and saves their state without an event.
useN8n({
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
});
unpublishAfterEach();

/** The service returns 25 contacts per page. */
const contactsOnThreePages = 60;

test('polls read all pages after publication, and a restart loses no change', async () => {
	for (let created = 0; created < contactsOnThreePages; created += 1) {
		createContact('idle');
		createContact('lead');
	}
	await publishTrigger({ ...newMatch('idle'), pollTimes: onceAYear });
	const trigger = await publishTrigger(newMatch('lead'));
	await waitForPolls(2);

	await testEnvironment().n8n.stop();
	const meanwhile = createContact('lead');
	await testEnvironment().restart();

	expect(await trigger.waitForEvents(1)).toEqual([eventOf(meanwhile)]);
	// A poll that overlaps with the publication doesn't count, so their sequence varies.
	expect(new Set(pagesOf('lead'))).toEqual(new Set([1, 2, 3]));
	expect(pagesOf('idle')).toEqual([1]);
});
