import { type Conditions, documentedConditions, type ExecutionPlan, type History } from './history';

/** Returns a history as text, one line per event. */
export function historyInWords({ seed, conditions, workers, events }: History): string[] {
	let at = 0;
	return [
		`Seed ${String(seed)}, ${String(workers)} workers${changedConditions(conditions)}`,
		...events.map((event) => {
			at += event.afterMs;
			return `${(at / 1_000).toFixed(3).padStart(12)} s  ${eventInWords(event)}`;
		}),
	];
}

function changedConditions(conditions: Conditions): string {
	return Object.entries(conditions)
		.filter(
			([name, value]) => String(value) !== String(documentedConditions[name as keyof Conditions]),
		)
		.map(([name, value]) => `, ${name} ${String(value)}`)
		.join('');
}

function eventInWords(event: History['events'][number]): string {
	switch (event.kind) {
		case 'execution':
			return executionInWords(event.execution);
		case 'stop':
			return `The user stops execution ${String(event.execution)}`;
		case 'crash':
			return `Worker ${String(event.worker)} crashes and restarts`;
		case 'outage':
			return `The service rejects all requests for ${String(event.seconds)} s`;
		case 'connection':
			return `The network is in the state '${event.connection}' for ${String(event.seconds)} s`;
		case 'fault': {
			const { path, nth, times, fault } = event;
			return `From the ${String(nth)}th ${path} request on, ${String(times)} fail: ${JSON.stringify(fault)}`;
		}
	}
}

function executionInWords({ worker, operation, items, contacts, ...plan }: ExecutionPlan): string {
	const details = Object.entries(plan)
		.filter(([, value]) => value !== 0 && value !== false && String(value) !== '')
		.map(([name, value]) => `${name} ${String(value)}`);
	return `Worker ${String(worker)} executes ${operation} for ${String(items)} items, ${String(contacts)} contacts (${details.join(', ')})`;
}
