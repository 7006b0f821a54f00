import {
	type ExecutionPlan,
	type Happening,
	type History,
	singleMessage,
	usualConditions,
} from './history';

/** Returns a history as text, one line per event. */
export function historyInWords(history: History): string[] {
	const { seed, conditions, workers, events, endsIdle } = history;
	let atMs = 0;
	return [
		`Seed ${String(seed)}, ${count(workers, 'worker')}${changes(conditions, usualConditions)}`,
		...events.map((event) => {
			atMs += event.afterMs;
			return `${(atMs / 1_000).toFixed(3).padStart(10)} s  ${happeningInWords(event)}`;
		}),
		...(endsIdle ? ['             then nothing for hours'] : []),
	];
}

/** Lists the properties that differ from the usual ones. */
function changes(value: object, usual: object): string {
	const ofUsual = new Map(Object.entries(usual));
	return Object.entries(value)
		.map(([name, property]) => [name, JSON.stringify(property)])
		.filter(([name = '', text]) => text !== JSON.stringify(ofUsual.get(name)))
		.map(([name = '', text = '']) => `, ${name} ${text}`)
		.join('');
}

function count(number: number, noun: string): string {
	return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function happeningInWords(happening: Happening): string {
	switch (happening.kind) {
		case 'executions': {
			const { plan, count: times, intervalMs } = happening;
			const several = times === 1 ? '' : `${String(times)} times every ${String(intervalMs)} ms, `;
			return `${several}${planInWords(plan)}`;
		}
		case 'stop':
			return `the user stops execution ${String(happening.execution)}`;
		case 'crash':
			return `worker ${String(happening.worker)} crashes and restarts`;
		case 'outage':
			return `the service rejects all requests for ${String(happening.seconds)} s`;
		case 'contactChange':
			return `others change a contact: ${JSON.stringify(happening.change)}`;
		case 'disconnection':
			return `the network is in the state '${happening.state}' for ${String(happening.seconds)} s`;
		case 'faults': {
			const { path, nth, times, fault } = happening;
			return `from the ${String(nth)}th next ${path} request on, ${String(times)} fail: ${JSON.stringify(fault)}`;
		}
		case 'storeFailure':
			return `n8n's store fails for ${String(happening.seconds)} s, ${happening.when}`;
	}
}

function planInWords({ worker, operation, items, ...plan }: ExecutionPlan): string {
	return `worker ${String(worker)} executes '${operation}' for ${count(items, 'item')}${changes(plan, singleMessage)}`;
}
