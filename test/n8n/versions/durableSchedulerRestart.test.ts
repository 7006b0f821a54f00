import { waitFor } from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { publishTrigger } from '../../support/fixtures/publishedTrigger';
import { leads } from '../e2e/trigger/events';
import { everyMinute, useDurableScheduler } from './durableScheduler';

jest.setTimeout(400_000);

useDurableScheduler();

test('reports a contact that started to match while n8n was stopped', async () => {
	const { service } = testEnvironment();
	const trigger = await publishTrigger({
		event: 'contactMatches',
		...leads,
		pollTimes: everyMinute,
	});
	// When the third request arrives, the second poll has saved its state.
	await waitFor('two scheduled polls', () => service.requests.length >= 3, 200_000);

	const restarted = testEnvironment().restart();
	const id = service.contacts.create([{ name: 'status', value: 'lead' }]);
	await restarted;

	const { client } = testEnvironment();
	await waitFor(
		'the event',
		async () => (await client.listExecutions(trigger.workflowId)).length > 0,
		180_000,
	);
	const [execution] = await client.listExecutions(trigger.workflowId);
	const { nodeExecutions } = await client.waitForExecution(execution?.id ?? '');
	expect(nodeExecutions['Follow Up']?.[0]?.outputs[0]).toMatchObject([
		{ json: { custom_fields: { status: 'lead' }, id: id.replace(/^cus_/, '') } },
	]);
});
