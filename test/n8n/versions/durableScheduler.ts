import { releases } from '../../support/n8n';
import { useN8n } from '../../support/fixtures/testEnvironment';

/** Starts an n8n that runs polls as durable jobs, and saves their state without an event. */
export function useDurableScheduler(): void {
	useN8n(releases['n8n-2.41.1'], {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	});
}

/** The shortest interval that n8n accepts. */
export const everyMinute = { item: [{ mode: 'everyMinute' }] };
