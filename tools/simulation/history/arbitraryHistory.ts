import * as fc from 'fast-check';

import {
	type Conditions,
	documentedConditions,
	type ExecutionPlan,
	type Happening,
	type History,
	type HistoryEvent,
	plainExecution,
} from './history';

const seed = fc.integer({ min: 1, max: 1_000_000 });

const conditions: fc.Arbitrary<Conditions> = fc.record({
	semantics: fc.constantFrom('slidingWindow', 'fixedWindow', 'tokenBucket'),
	retryAfter: fc.constantFrom('none', 'seconds', 'date'),
	messagesPerSecond: fc.constantFrom(25, 10, 5, 1),
	contactRequestsPerMinute: fc.constantFrom(100, 20),
	writeMs: fc.constant(documentedConditions.writeMs),
	networkMs: fc.constant(documentedConditions.networkMs),
	responseMs: fc.constantFrom([150, 250], [20, 30], [500, 1_500]),
	rejectionMs: fc.constantFrom([150, 250], [2, 10]),
	otherMessagesPerSecond: fc.constant(0),
	clockSkewMs: fc.constant(0),
});

const campaign: fc.Arbitrary<ExecutionPlan> = fc
	.record({
		worker: fc.nat(2),
		items: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
		contacts: fc.integer({ min: 1, max: 400 }),
		onError: fc.constantFrom('continueRegularOutput', 'stopWorkflow'),
		maxTries: fc.constantFrom(1, 1, 2, 3, 5),
	})
	.map((changes) => ({ ...plainExecution, ...changes }));

const happenings: ReadonlyArray<{ weight: number; arbitrary: fc.Arbitrary<Happening> }> = [
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('execution'), execution: campaign }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('stop'), execution: fc.nat(4) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('outage'),
			seconds: fc.integer({ min: 1, max: 300 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('fault'),
			path: fc.constant('message'),
			nth: fc.integer({ min: 1, max: 30 }),
			times: fc.integer({ min: 1, max: 3 }),
			fault: fc.record({ kind: fc.constant('status'), status: fc.constant(429) }),
		}),
	},
];

const event: fc.Arbitrary<HistoryEvent> = fc
	.tuple(
		fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(200_000), fc.nat(4 * 3_600_000)),
		fc.oneof(...happenings),
	)
	.map(([afterMs, one]) => ({ afterMs, ...one }));

/** Any history. */
export const arbitraryHistory: fc.Arbitrary<History> = fc.record({
	seed,
	conditions,
	workers: fc.constantFrom(1, 1, 2, 3),
	events: fc.array(event, { minLength: 1, maxLength: 8 }),
});
