import { releases } from '../../support/n8n';
import { until } from '../../support/n8n/until';
import { theRunning, useN8n } from '../../support/running/running';
import { publishTrigger } from '../../support/running/trigger';
import { leads } from '../e2e/trigger/events';
import { triggerWithLargeSets } from '../e2e/trigger/largeSets';

jest.setTimeout(400_000);

const everyMinute = { item: [{ mode: 'everyMinute' }] };

// n8n runs polls as durable jobs, each with a new context, and saves their state without an event.
useN8n(releases['n8n-2.41.1'], {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
});

test('contacts that started to match while n8n was down are reported before any other event', async () => {
	const { service } = theRunning();
	const trigger = await publishTrigger({
		event: 'contactMatches',
		...leads,
		pollTimes: everyMinute,
	});
	// The scheduled poll before the latest one has committed its state.
	await until({ within: 200_000, waitingFor: 'two scheduled polls' }, () =>
		Promise.resolve(service.requests.length >= 3 ? true : undefined),
	);

	const restarted = theRunning().restart();
	const id = service.contacts.create([{ name: 'status', value: 'lead' }]);
	await restarted;

	const { client } = theRunning();
	await until({ within: 180_000, waitingFor: 'the event' }, async () =>
		(await client.listExecutions(trigger.workflowId)).length > 0 ? true : undefined,
	);
	const [execution] = await client.listExecutions(trigger.workflowId);
	const { runs } = await client.waitForExecution(execution?.id ?? '');
	expect(runs['Follow Up']?.[0]?.outputs[0]).toMatchObject([
		{ json: { custom_fields: { status: 'lead' }, id: id.replace(/^cus_/, '') } },
	]);
});

describe('the trigger, with 1,200 contacts', () => {
	triggerWithLargeSets(everyMinute);
});
