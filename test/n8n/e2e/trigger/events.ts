import { publishTrigger } from '../../../support/running/trigger';
import { theRunning } from '../../../support/running/running';

const lead = { fieldName: 'status', fieldValue: 'lead' };

/** What starts a workflow, in every release. */
export function triggerEvents(): void {
	afterEach(async () => {
		const { client } = theRunning();
		for (const { id } of await client.listWorkflows()) await client.deactivateWorkflow(id);
	});

	test('a contact that starts to match starts it once, one that matched already does not', async () => {
		const { contacts } = theRunning().service;
		const [existing, later] = contacts.all().map(({ id }) => id);
		contacts.update(existing ?? '', [{ name: 'status', value: 'lead' }]);
		const trigger = await publishTrigger({ event: 'contactMatches', ...lead });
		await trigger.polls(1);

		contacts.update(later ?? '', [{ name: 'status', value: 'lead' }]);

		expect(await trigger.eventsWhen(1)).toEqual([contacts.get(later ?? '')]);
	});
}
