import type { IDataObject } from 'n8n-workflow';

import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import type { ExecutionPlan } from '../history/history';
import { campaignOf, keyOf, messageCountOf, searchOf, textOf, tokenOf } from '../world/items';
import type {
	RecordedAttempt,
	RecordedExecution,
	RecordedRequest,
	Recording,
} from '../world/recording';
import type { Oracle as GenericOracle } from './oracle';
import { type ItemReport, reportsOf } from './reports';

/** Everything that is known about an item of an execution. */
export interface ItemEvidence {
	/** For example `Item 3 of execution 0`. */
	name: string;
	itemIndex: number;
	/** The token in the first attempt. */
	token: string;
	/** The tokens in the first attempt and in later ones. */
	tokens: readonly [first: string, later: string];
	/** The key in the first attempt that sent or may have sent something, or in the first one. */
	key: string | undefined;
	/** The campaign (Send Once per Contact). */
	campaign: string | undefined;
	/** The custom field that identifies the contact. */
	search: FieldAssignment | undefined;
	execution: ExecutionEvidence;
	/**
	 * The requests that contain the item's text, without searches, in the order in which they were
	 * written.
	 */
	requests: readonly RecordedRequest[];
	/** The same requests by the item's messages. Other operations than *Send* have one group. */
	messages: ReadonlyArray<readonly RecordedRequest[]>;
	/** The reports of all attempts that ended, and their times. */
	reports: readonly ItemEvent[];
}

export interface ItemEvent extends ItemReport {
	number: number;
	attempt: RecordedAttempt & { endedAt: number };
}

/** Returns the output of an item in an attempt. */
export function outputOf({ attempt }: ItemEvent, itemIndex: number): IDataObject[] {
	return (attempt.output ?? [])
		.filter(({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex)
		.map(({ json }) => json);
}

export interface ExecutionEvidence extends RecordedExecution {
	number: number;
	requests: readonly RecordedRequest[];
	ended: ReadonlyArray<RecordedAttempt & { endedAt: number }>;
	items: readonly ItemEvidence[];
}

/** A recording, arranged for oracles. */
export interface Evidence extends Omit<Recording, 'executions'> {
	executions: readonly ExecutionEvidence[];
	items: readonly ItemEvidence[];
}

export type Oracle = GenericOracle<Evidence>;

/** Returns the ID of the contact in a request's path, or `undefined` if the path has none. */
export function contactIdIn({ path }: RecordedRequest): string | undefined {
	const [, segment] = /^\/v1\/(?:contact|message\/sendContent)\/([^/?]+)/.exec(path) ?? [];
	return segment === undefined || segment === 'by_custom_field'
		? undefined
		: decodeURIComponent(segment);
}

/** Whether n8n can't know if the service processed a request. */
export function isUncertain({ arrivedAt, result, response }: RecordedRequest): boolean {
	// Section 7, Errors. The status of this response isn't documented.
	if (response?.includes('Sorry, Url provided') === true) return false;
	return (
		isWebPage(response) ||
		// The service received the request, but n8n received no response with a known outcome, or
		// another server responded.
		(arrivedAt === undefined) === (typeof result === 'number') ||
		// A request that was written and then aborted may still arrive.
		result === 'cancelled' ||
		(typeof result === 'number' && result >= 500)
	);
}

export function isWebPage(response: string | undefined): boolean {
	return response?.startsWith('<html>') === true;
}

/** Returns the ID in an output, which is a number if the service returned a number. */
export function idText(id: unknown): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Returns the ID with which a contact is fetched. New contacts are returned as `cus_<digits>`. */
export function fetchedId(id: string): string {
	return id.replace(/^cus_/, '');
}

function hasEnded(attempt: RecordedAttempt): attempt is RecordedAttempt & { endedAt: number } {
	return attempt.endedAt !== undefined;
}

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key) {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

function itemEvidence(
	plan: ExecutionPlan,
	execution: ExecutionEvidence,
	reports: ReadonlyArray<readonly ItemReport[]>,
): ItemEvidence[] {
	const requests = groupBy(
		execution.requests,
		({ body }) => /execution \d+, item \d+/.exec(body ?? '')?.[0],
	);
	const ofMessages = groupBy(
		execution.requests,
		({ body }) => /execution \d+, item \d+(, message \d+)?/.exec(body ?? '')?.[0],
	);
	const { textsOf: origin = execution.number } = plan;
	return Array.from({ length: plan.items }, (_, itemIndex) => {
		const ofItem = requests.get(textOf(origin, itemIndex)) ?? [];
		const first = ofItem.find((request) => request.accepted || isUncertain(request));
		return {
			name: `Item ${String(itemIndex)} of execution ${String(execution.number)}`,
			itemIndex,
			token: tokenOf(plan, itemIndex),
			tokens: [tokenOf(plan, itemIndex), tokenOf(plan, itemIndex, 1)],
			key: keyOf(plan, itemIndex, first?.attempt),
			campaign: campaignOf(plan, itemIndex),
			search: plan.operation === 'create' ? undefined : searchOf(plan, itemIndex),
			execution,
			requests: ofItem,
			messages: Array.from(
				{ length: messageCountOf(plan) },
				(_, position) => ofMessages.get(textOf(origin, itemIndex, position)) ?? [],
			),
			reports: execution.ended.flatMap((attempt, index) => {
				const report = reports[index]?.[itemIndex];
				return report === undefined ? [] : [{ ...report, attempt, number: index }];
			}),
		};
	});
}

export function evidenceOf(recording: Recording): Evidence {
	const requests = groupBy(recording.requests, ({ execution }) => execution);
	const executions = recording.executions.map((recorded, number) => {
		const ended = recorded.attempts.filter(hasEnded);
		const execution = { ...recorded, number, ended, requests: requests.get(number) ?? [] };
		const reports = ended.map((attempt) => reportsOf(attempt, recorded.plan));
		const evidence: ExecutionEvidence = { ...execution, items: [] };
		return Object.assign(evidence, { items: itemEvidence(recorded.plan, evidence, reports) });
	});
	return { ...recording, executions, items: executions.flatMap(({ items }) => items) };
}
