import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../../support/n8n';
import {
	pollNow,
	type PublishedTrigger,
	publishTrigger,
} from '../../../support/fixtures/publishedTrigger';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import type { Contact } from '../../../support/service';

/** The shortest interval that every release of n8n accepts. */
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const leads = { fieldName: 'status', fieldValue: 'lead' };

/** Sets the status of one of the service's initial contacts, and returns the contact. */
export function setStatus(index: number, status: string): Contact | undefined {
	const { contacts } = testEnvironment().service;
	const id = contacts.all()[index]?.id ?? '';
	contacts.update(id, [{ name: 'status', value: status }]);
	return contacts.get(id);
}

/** Unpublishes all workflows after each test, so that they stop polling. */
export function unpublishAfterEach(): void {
	afterEach(async () => {
		const { client } = testEnvironment();
		for (const { id } of await client.listWorkflows()) await client.deactivateWorkflow(id);
	});
}

/** Polls until there is this number of events, polls twice more, and returns all events. */
async function pollUntilEvents(
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

/** Tests of the trigger's events, for every release. */
export function triggerEvents(): void {
	unpublishAfterEach();

	test('starts the workflow once for a contact that starts to match', async () => {
		setStatus(0, 'lead');
		const trigger = await publishTrigger({ event: 'contactMatches', ...leads, ...everyMinute });
		expect(await pollUntilEvents(0, trigger)).toEqual([]);

		const contact = setStatus(1, 'lead');

		expect(await pollUntilEvents(1, trigger)).toEqual([contact]);
	});

	test('starts the workflow once for a contact that no longer matches', async () => {
		setStatus(0, 'lead');
		setStatus(1, 'lead');
		const trigger = await publishTrigger({
			event: 'contactStopsMatching',
			...leads,
			...everyMinute,
		});

		const contact = setStatus(0, 'customer');

		// Publishing sends a single request, so only a scheduled poll finds the change.
		await waitFor('the event', async () => (await trigger.events()).length > 0, 100_000);
		expect(await pollUntilEvents(1, trigger)).toEqual([contact]);
	});

	test('starts the workflow with the previous values for each change of a contact', async () => {
		const { contacts } = testEnvironment().service;
		const { id = '', custom_fields, tags = [] } = setStatus(0, 'lead') ?? {};
		const trigger = await publishTrigger({ event: 'contactChanges', ...leads, ...everyMinute });

		contacts.addTags(id, ['vip']);
		await pollUntilEvents(1, trigger);
		contacts.update(id, [{ name: 'city', value: 'Lugo' }]);

		expect(await pollUntilEvents(2, trigger)).toMatchObject([
			{ id, tags: [...tags, 'vip'], before: { custom_fields, tags } },
			{ id, custom_fields: { city: 'Lugo' }, before: { custom_fields, tags: [...tags, 'vip'] } },
		]);
	});
}
