import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../support/n8n';
import {
	pollNow,
	type PublishedTrigger,
	publishTrigger,
} from '../../../support/fixtures/publishedTrigger';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import type { Contact } from '../../../support/service';

/** The shortest interval that every release takes. */
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const leads = { fieldName: 'status', fieldValue: 'lead' };

/** Sets the status of one of the contacts that there are at first, and gives it as Get does. */
export function setStatus(index: number, status: string): Contact | undefined {
	const { contacts } = testEnvironment().service;
	const id = contacts.all()[index]?.id ?? '';
	contacts.update(id, [{ name: 'status', value: status }]);
	return contacts.get(id);
}

/** Takes all workflows back after each test, so that none polls on. */
export function unpublishAfterEach(): void {
	afterEach(async () => {
		const { client } = testEnvironment();
		for (const { id } of await client.listWorkflows()) await client.deactivateWorkflow(id);
	});
}

/** All events, when there are so many and two further polls gave no more. */
async function eventsOnceThereAre(
	count: number,
	trigger: PublishedTrigger,
): Promise<readonly IDataObject[]> {
	await waitFor(`${String(count)} events`, async () => {
		await pollNow(trigger.workflowId);
		return (await trigger.events()).length >= count ? true : undefined;
	});
	await pollNow(trigger.workflowId);
	await pollNow(trigger.workflowId);
	return await trigger.events();
}

/** What starts a workflow, in every release. */
export function triggerEvents(): void {
	unpublishAfterEach();

	test('a contact that starts to match starts it once, one that matched already does not', async () => {
		setStatus(0, 'lead');
		const trigger = await publishTrigger({ event: 'contactMatches', ...leads, ...everyMinute });
		expect(await eventsOnceThereAre(0, trigger)).toEqual([]);

		const contact = setStatus(1, 'lead');

		expect(await eventsOnceThereAre(1, trigger)).toEqual([contact]);
	});

	// Publishing sends a single request, so the lookup waits for a scheduled poll.
	test('a contact that no longer matches starts it once', async () => {
		setStatus(0, 'lead');
		setStatus(1, 'lead');
		const trigger = await publishTrigger({
			event: 'contactStopsMatching',
			...leads,
			...everyMinute,
		});

		const contact = setStatus(0, 'customer');

		await waitFor('the event', async () => (await trigger.events()).length > 0, 100_000);
		expect(await eventsOnceThereAre(1, trigger)).toEqual([contact]);
	});

	test('each change of a matching contact starts it once, with what was before', async () => {
		const { contacts } = testEnvironment().service;
		const { id = '', custom_fields, tags = [] } = setStatus(0, 'lead') ?? {};
		const trigger = await publishTrigger({ event: 'contactChanges', ...leads, ...everyMinute });

		contacts.addTags(id, ['vip']);
		await eventsOnceThereAre(1, trigger);
		contacts.update(id, [{ name: 'city', value: 'Lugo' }]);

		expect(await eventsOnceThereAre(2, trigger)).toMatchObject([
			{ id, tags: [...tags, 'vip'], before: { custom_fields, tags } },
			{ id, custom_fields: { city: 'Lugo' }, before: { custom_fields, tags: [...tags, 'vip'] } },
		]);
	});
}
