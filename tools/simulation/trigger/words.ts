import type { ContactChange, Step, TriggerFault, TriggerHistory } from './history';

/** Returns a history as text, one line per step. */
export function historyInWords(history: TriggerHistory): string[] {
	const { search, scheduling, requestsPerMinute, clockSkewMs, triggers, initial, steps } = history;
	return [
		`Search: ${valuesInWords(search)}`,
		`n8n: ${valuesInWords({ scheduling, requestsPerMinute, clockSkewMs })}`,
		...triggers.map((settings, index) => `${triggerName(index)}: ${valuesInWords(settings)}`),
		`Contacts with the statuses: ${initial.map(quoted).join(', ')}`,
		'The workflow is published',
		...steps.map(stepInWords),
		'Faults end, except those of pages and lookups, and polls continue',
	];
}

export function triggerName(index: number): string {
	return `Trigger ${String(index + 1)}`;
}

function stepInWords(step: Step): string {
	switch (step.kind) {
		case 'change':
			return changeInWords(step.change);
		case 'poll': {
			const during = step.during.map(
				({ requests, change }) => `after ${String(requests)} requests: ${changeInWords(change)}`,
			);
			return ['A poll', ...during].join('; ');
		}
		case 'polls':
			return `${String(step.count)} polls`;
		case 'publish':
			return `${triggerName(step.trigger)} is published with ${valuesInWords(step.changes)}`;
		case 'credential':
			return `The credential changes to channel ${step.channel}`;
		case 'restart':
			return 'n8n restarts';
		case 'otherProcess':
			return 'The other process polls from now on';
		case 'fault':
			return faultInWords(step.fault);
		case 'repair':
			return 'All faults end';
	}
}

function changeInWords(change: ContactChange): string {
	if (change.kind === 'create') {
		const id = change.lacksId ? ' without an ID' : '';
		return `a contact${id} is created with the status ${quoted(change.value)}`;
	}
	const contact = `contact ${String(change.contact)}`;
	switch (change.kind) {
		case 'setStatus':
			return `${contact} gets the status ${quoted(change.value)}`;
		case 'setCity':
			return `${contact} gets the city ${quoted(change.city)}`;
		case 'toggleTag':
			return `${contact} gets or loses a tag`;
		case 'enlarge':
			return `${contact} gets a long text`;
		case 'delete':
			return `${contact} is deleted`;
	}
}

function faultInWords(fault: TriggerFault): string {
	switch (fault.kind) {
		case 'requests':
			return `The next ${String(fault.requests)} requests fail: ${fault.failure}`;
		case 'page':
			return `Page ${String(fault.page)} fails: ${fault.failure}`;
		case 'lookup':
			return `Lookups of contact ${String(fault.contact)} fail: ${fault.failure}`;
		case 'omittedField':
			return 'Search results omit the status';
		case 'invalidToken':
			return 'The token is invalid';
	}
}

function valuesInWords(values: object): string {
	const texts = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
	return texts.length === 0 ? 'the same settings' : texts.join(', ');
}

function quoted(text: string): string {
	return `'${text}'`;
}
