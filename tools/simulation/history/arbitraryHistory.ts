import * as fc from 'fast-check';

import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import { textOf } from '../world/items';
import { integer, kindOf } from './arbitraries';
import {
	type Conditions,
	type ContactChange,
	type Credentials,
	type ExecutionPlan,
	type Happening,
	type History,
	type HistoryEvent,
	type SendingHoursPlan,
	singleMessage,
	usualConditions,
} from './history';
import { phoneSpellings } from './phoneSpellings';
import { identityFields, identityValues } from './placeholders';
import { anyContactZone, anyZone, localTime, timeIn } from './timeZones';

type Arbitraries<Value> = { [Name in keyof Value]?: fc.Arbitrary<Value[Name]> };

/** Generates conditions that differ from the usual ones in some properties. */
function conditionsWith(changes: Arbitraries<Conditions>): fc.Arbitrary<Conditions> {
	return fc
		.record<Partial<Conditions>>(changes)
		.map((changed) => ({ ...usualConditions, ...changed }));
}

/** Generates executions that differ from a single message in some properties. */
function execution(changes: Arbitraries<ExecutionPlan>): fc.Arbitrary<Happening> {
	const plan = fc.record(changes).map((changed) => ({ ...singleMessage, ...changed }));
	return kindOf('executions', { plan, count: fc.constant(1), intervalMs: fc.constant(0) });
}

/** Generates an execution in which a loop executes the node. */
function executionInLoop(
	iterations: fc.Arbitrary<number>,
	changes: Arbitraries<ExecutionPlan>,
): fc.Arbitrary<Happening> {
	return fc
		.tuple(execution(changes), iterations)
		.map(([happening, count]) => ({ ...happening, iterations: count }));
}

/** The pause ahead of an event. Most events are close together, so that they interact. */
const pauseMs = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 3, arbitrary: fc.constant(0) },
	{ weight: 4, arbitrary: integer(1, 3_000) },
	{ weight: 2, arbitrary: integer(3_000, 180_000) },
	{ weight: 1, arbitrary: integer(180_000, 4 * 3_600_000) },
);

/** Generates events, each after a pause. */
function eventsOf(
	maxLength: number,
	...happenings: ReadonlyArray<fc.Arbitrary<Happening>>
): fc.Arbitrary<HistoryEvent[]> {
	const event = fc
		.tuple(pauseMs, fc.oneof(...happenings))
		.map(([afterMs, happening]) => ({ afterMs, ...happening }));
	return fc.array(event, { minLength: 1, maxLength });
}

/** Generates events at the start, and then other events after pauses. */
function startingWith(
	first: fc.Arbitrary<readonly Happening[]>,
	events: fc.Arbitrary<HistoryEvent[]>,
): fc.Arbitrary<HistoryEvent[]> {
	return fc
		.tuple(first, events)
		.map(([before, others]) => [...before.map((one) => ({ afterMs: 0, ...one })), ...others]);
}

/** Generates executions that start within seconds. */
function concurrently(changes: Arbitraries<ExecutionPlan>): fc.Arbitrary<HistoryEvent[]> {
	// Each execution has its own contacts.
	const event = fc
		.tuple(integer(0, 1_000), execution({ contacts: fc.constant(150), ...changes }))
		.map(([afterMs, happening]) => ({ afterMs, ...happening }));
	return fc.array(event, { minLength: 2, maxLength: 20 });
}

const semantics = fc.constantFrom('slidingWindow', 'fixedWindow', 'tokenBucket');
const retryAfter = fc.constantFrom('none', 'seconds', 'date');
const rejections = fc.constantFrom('unchanged', 'unchanged', 'status200', 'endlessBody');
const responseMs = fc.constantFrom([150, 250] as const, [20, 30] as const, [500, 1_500] as const);
const anyConditions = conditionsWith({
	semantics,
	retryAfter,
	rejections,
	messagesPerSecond: fc.constantFrom(25, 10, 5, 1),
	responseMs,
	rejectionMs: fc.constantFrom([150, 250] as const, [2, 10] as const),
});

const onError = fc.constantFrom('continueRegularOutput', 'stopWorkflow');
const fewTries = fc.constantFrom(1, 1, 2);
const maxTries = fc.constantFrom(1, 1, 2, 3, 5);
const identifiedBy = fc.constantFrom(
	...([['id'], ['phone'], ['phone', 'id'], ['prefixedId', 'id'], ['phone', 'prefixedId']] as const),
);

/** Usually a few items, and sometimes a campaign. */
const itemCount = fc.oneof(integer(1, 6), integer(1, 6), integer(50, 400));

const campaign = execution({
	worker: fc.nat(2),
	items: itemCount,
	messages: fc.constantFrom(1, 1, 1, 2),
	contacts: integer(1, 500),
	missingContacts: fc.constantFrom(0, 0, 2),
	onError,
	maxTries,
});

const fewItems = {
	items: integer(1, 6),
	messages: fc.constantFrom(1, 1, 2, 3),
	contacts: integer(1, 6),
	onError,
	maxTries,
};

const failingItems = execution({
	...fewItems,
	missingContacts: fc.nat(2),
	operation: fc.constantFrom('send', 'send', 'send', 'get', 'addTags', 'update', 'create'),
	identifiedBy,
	mode: fc.constantFrom('trigger', 'manual'),
	retryWhenUnsure: fc.constantFrom(false, false, true),
	timeoutSeconds: fc.constantFrom(5, 60),
	skipsMissingContact: fc.boolean(),
});

/** Most executions have no loop. */
const fewIterations = fc.constantFrom(1, 1, 1, 2, 3);

/** Some files, which each execution stores again. */
const files = fc.constantFrom(false, false, true);

const sameList = executionInLoop(fewIterations, {
	...fewItems,
	contacts: fc.constant(6),
	textsOf: fc.constant(0),
	files,
	testsOnly: fc.constantFrom(false, false, false, false, true),
	identifiedBy,
	mode: fc.constantFrom('manual', 'manual', 'manual', 'trigger'),
	onError: fc.constantFrom('stopWorkflow', 'stopWorkflow', 'continueRegularOutput'),
	retryWhenUnsure: fc.constantFrom(false, false, true),
	timeoutSeconds: fc.constantFrom(5, 60),
});

const stop = kindOf('stop', { execution: fc.nat(2) });
const crash = kindOf('crash', { worker: fc.nat(2) });
const outage = kindOf('outage', { seconds: fc.oneof(integer(1, 300), integer(300, 1_200)) });

type Fault = (Happening & { kind: 'faults' })['fault'];

function faults(path: 'contact' | 'message', fault: fc.Arbitrary<Fault>): fc.Arbitrary<Happening> {
	return kindOf('faults', {
		path: fc.constant(path),
		nth: fc.oneof(fc.constant(1), integer(1, 30)),
		times: integer(1, 3),
		fault,
	});
}

const tooMany = fc.option(integer(1, 120), { nil: undefined }).map(
	(seconds): Fault => ({
		kind: 'status',
		status: 429,
		...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
	}),
);

const uncertain = fc.constantFrom<Fault[]>(
	{ kind: 'status', status: 503 },
	{ kind: 'statusAfterEffect', status: 502 },
	{ kind: 'connectionLost', when: 'beforeEffect' },
	{ kind: 'connectionLost', when: 'afterEffect' },
	{ kind: 'noResponse' },
	{ kind: 'slow', delayMs: 20_000 },
	{ kind: 'response', status: 200, contentType: 'text/plain', body: '' },
	{ kind: 'status', status: 403, message: 'Blocked' },
	{ kind: 'status', status: 405 },
);

/** Responses that the service's documentation doesn't mention. */
const undocumented = fc.constantFrom<Fault[]>(
	...[307, 308, 408, 409, 425, 599].map((status): Fault => ({ kind: 'status', status })),
	{ kind: 'status', status: 200, message: 'Blocked' },
	{ kind: 'status', status: 404, message: 'No such contact' },
	{ kind: 'statusAfterEffect', status: 504 },
	{ kind: 'response', status: 202, contentType: 'text/plain', body: '' },
	{ kind: 'response', status: 200, contentType: 'application/json', body: '[]' },
);

const unauthorized = fc.constant<Fault>({ kind: 'status', status: 401 });

const disconnection: fc.Arbitrary<Happening> = kindOf('disconnection', {
	state: fc.constantFrom(
		...(['refused', 'unknownHost', 'tlsClosed', 'tlsRejected'] as const),
		...(['webPage', 'unknownToN8n', 'rejectedByN8n'] as const),
	),
	seconds: fc.oneof(integer(1, 5), integer(5, 150)),
});

/** An outage during which a proxy responds. */
const proxyFailure = kindOf('proxyFailure', {
	answer: fc.constantFrom(
		...(['cutPage', 'errorPage', 'lostConnection', 'mixed', 'seeOther', 'webPage'] as const),
	),
	reachesService: fc.boolean(),
	seconds: fc.oneof(integer(30, 300), integer(300, 1_200)),
});

/** Unknown outcomes that need no timeout. */
const lostMessage = fc.constantFrom<Fault[]>(
	{ kind: 'status', status: 503 },
	{ kind: 'statusAfterEffect', status: 502 },
	{ kind: 'connectionLost', when: 'afterEffect' },
);

/** Only messages fail, while contacts can be read. */
const messageFailure = kindOf('faults', {
	path: fc.constant('message' as const),
	nth: integer(1, 30),
	times: integer(8, 60),
	fault: lostMessage,
});

/** A campaign with bad attachments. The status of this response isn't documented. */
const wrongFiles = kindOf('faults', {
	path: fc.constant('message' as const),
	nth: integer(1, 30),
	times: integer(1, 30),
	fault: fc.constantFrom(200, 403, 500).map(
		(status): Fault => ({
			kind: 'status',
			status,
			message: 'Sorry, Url provided is not an image/audio/video file',
		}),
	),
});

/**
 * An execution of a list, which may stop at a failure or while a message waits. Some executions are
 * trials with the first item or with other texts, some run twice at the same time, and some have
 * keys that can't be recorded at first.
 */
const interruptedExecution = fc.record({
	changes: fc.constantFrom<Array<Partial<ExecutionPlan>>>(
		...[{}, {}, {}, {}, { items: 1 }, { textsOf: undefined }],
		{ keys: 6, maxTries: 3 },
	),
	count: fc.constantFrom(1, 1, 1, 2),
	plan: fc.record({
		identifiedBy,
		mode: fc.constantFrom('manual', 'manual', 'trigger'),
		onError: fc.constantFrom('stopWorkflow', 'stopWorkflow', 'continueRegularOutput'),
		retryWhenUnsure: fc.constantFrom(false, false, false, true),
		credentials: fc.constantFrom<Credentials[]>(
			...[{ kind: 'same' } as const, { kind: 'same' } as const],
			{ kind: 'replacedToken' },
		),
	}),
	fault: fc.option(
		fc.record({
			nth: fc.oneof(integer(1, 4), integer(1, 4), integer(5, 16)),
			fault: fc.constantFrom<Fault[]>(
				{ kind: 'status', status: 401 },
				{ kind: 'status', status: 403 },
				{ kind: 'status', status: 429, headers: { 'retry-after': '60' } },
				{ kind: 'noResponse' },
				{ kind: 'connectionLost', when: 'afterEffect' },
			),
		}),
	),
	stopMs: fc.option(integer(1_000, 30_000)),
	pauseMs: fc.oneof(
		{ weight: 6, arbitrary: integer(200_000, 3_000_000) },
		{ weight: 1, arbitrary: integer(7_500_000, 9_000_000) },
	),
});

/** Several executions of one list, each after the previous one ended. */
const interruptedExecutions = fc
	.tuple(
		fc.record({
			items: integer(1, 6),
			contacts: fc.constantFrom(2, 6),
			messages: fc.constantFrom(1, 1, 2),
			textsOf: fc.constant(0),
			files,
		}),
		fc.constantFrom(1, 1, 2, 3),
		fc.array(interruptedExecution, { minLength: 2, maxLength: 6 }),
	)
	.map(([list, iterations, executions]) =>
		executions.flatMap(({ changes, count, plan, fault, stopMs, pauseMs: afterMs }) => {
			const changed = { ...singleMessage, ...list, ...plan, ...changes };
			// Equal keys of concurrent executions wait for each other.
			const runs = changed.keys > 0 ? 1 : count;
			const started = { kind: 'executions', plan: changed, count: runs, intervalMs: 0 } as const;
			const storeFailure = { kind: 'storeFailure', when: 'beforeWrite', seconds: 1 } as const;
			const times = { path: 'message', times: 1 } as const;
			const happenings: Happening[] = [
				...(changed.keys > 0 ? [storeFailure] : []),
				...(fault === null ? [] : [{ kind: 'faults', ...times, ...fault } as const]),
				{ ...started, iterations },
			];
			const events = happenings.map(
				(one, index): HistoryEvent => ({
					afterMs: index === 0 ? afterMs : 0,
					...one,
				}),
			);
			const stopped = { kind: 'stop', execution: 'latest' } as const;
			return [...events, ...(stopMs === null ? [] : [{ afterMs: stopMs, ...stopped }])];
		}),
	);

/** Loops over one list that run at the same time, and executions after they ended. */
const concurrentLoops = fc
	.tuple(
		fc.array(fc.tuple(integer(0, 1_000), integer(2, 3)), { minLength: 2, maxLength: 3 }),
		fc.record({ nth: integer(2, 12), times: integer(1, 2) }),
		fc.array(integer(200_000, 3_000_000), { minLength: 1, maxLength: 2 }),
		fc.record({ items: integer(1, 4), maxTries: fewTries }),
	)
	.map(([loops, failures, pausesMs, changes]): HistoryEvent[] => {
		const plan: ExecutionPlan = {
			...{ ...singleMessage, ...changes, contacts: 6, textsOf: 0 },
			...{ mode: 'manual', onError: 'stopWorkflow' },
		};
		const fault = { kind: 'status', status: 403 } as const;
		const executionOf = (afterMs: number, iterations: number) =>
			({ kind: 'executions', plan, count: 1, intervalMs: 0, afterMs, iterations }) as const;
		return [
			{ kind: 'faults', afterMs: 0, path: 'message', ...failures, fault },
			...loops.map(([afterMs, iterations]) => executionOf(afterMs, iterations)),
			...pausesMs.map((afterMs) => executionOf(afterMs, 2)),
		];
	});

/** The machine sleeps between an execution that fails and the next one. */
const executionsAroundSleep = fc
	.record({
		nth: integer(1, 6),
		plan: fc.record({ items: integer(1, 6), messages: fc.constantFrom(1, 2), files, identifiedBy }),
		awakeMs: integer(120_000, 1_800_000),
		seconds: fc.oneof(integer(65, 1_800), integer(7_200, 36_000)),
		afterMs: integer(0, 1_200_000),
	})
	.map(({ nth, plan: changes, awakeMs, seconds, afterMs }): HistoryEvent[] => {
		const plan: ExecutionPlan = {
			...{ ...singleMessage, ...changes, contacts: 6, textsOf: 0 },
			...{ mode: 'manual', onError: 'stopWorkflow' },
		};
		const fault = { kind: 'status', status: 403 } as const;
		const execution = { kind: 'executions', plan, count: 1, intervalMs: 0 } as const;
		return [
			{ kind: 'faults', afterMs: 0, path: 'message', nth, times: 1, fault },
			{ ...execution, afterMs: 0 },
			{ kind: 'machineSleep', afterMs: awakeMs, seconds },
			{ ...execution, afterMs },
		];
	});

const repeatingEvents = eventsOf(
	6,
	sameList,
	sameList,
	sameList,
	sameList,
	crash,
	stop,
	faults('message', uncertain),
	faults('message', fc.constant<Fault>({ kind: 'status', status: 403 })),
);

function contactChange(change: fc.Arbitrary<ContactChange>): fc.Arbitrary<Happening> {
	return kindOf('contactChange', { change });
}

/** Spellings of the tag with which contacts are skipped, and tags that only resemble it. */
const tag = fc.constantFrom(
	...['opted-out', 'OPTED-OUT', 'Opted-Out ', 'opted\u200B-out', '\uFEFFopted-out'],
	...['\u00F3pted-out', 'o\u0301pted-out', '\uFF4Fpted-out', 'opted-out\u00A0'],
	...['opted\u2011out', 'opted\u2013out', 'opted out', 'Opted_out', 'optedOut', 'Opted out!'],
	...['opted.out', '\u043Epted-out', '<opted-out>'],
	...['opted-in', 'opted', 'opted-out?no', 'not opted-out', '~opted-out', 'opted&out'],
);
const addedTag = contactChange(kindOf('addTag', { contact: fc.nat(5), tag }));
const removedTag = contactChange(kindOf('removeTag', { contact: fc.nat(5), tag }));

const manyItems = {
	worker: fc.nat(1),
	items: fc.oneof(integer(1, 6), integer(50, 400)),
	contacts: integer(1, 500),
	onError,
	maxTries: fewTries,
	retryWhenUnsure: fc.constantFrom(false, false, false, true),
	timeoutSeconds: fc.constantFrom(5, 60),
	credentials: fc.oneof(
		fc.constantFrom({ kind: 'same' } as const, { kind: 'sameToken' } as const),
		kindOf('secondToken', { items: fc.array(fc.nat(5), { maxLength: 3 }) }),
	),
};

interface Family {
	/** Families of short histories are generated more often. */
	weight: number;
	/** One by default. */
	workers?: fc.Arbitrary<number>;
	/** The usual conditions by default. */
	conditions?: fc.Arbitrary<Conditions>;
	events: fc.Arbitrary<HistoryEvent[]>;
}

/** A family whose events depend on the conditions. */
interface DependentFamily extends Pick<Family, 'weight' | 'workers'> {
	history: fc.Arbitrary<Pick<History, 'conditions' | 'events'>>;
}

/** Rare, because comparing processes takes longer than most histories. */
const endsIdle = fc.constantFrom(false, false, false, true);

/**
 * How responses show the length of a list. If both the total and the last page were wrong, missing
 * contacts couldn't be detected.
 */
const listLength = fc.oneof(
	fc.record({
		total: fc.constantFrom('exact', 'estimate', 'minuteAgo'),
		paging: fc.constant('consistent'),
	}),
	fc.record({
		total: fc.constant('exact'),
		paging: fc.constantFrom('lastPageFirst', 'lastPageTooLarge', 'noNextLink'),
	}),
);

/** Generates histories in which items find and save contacts by values of one custom field. */
function contactFamily(
	weight: number,
	field: string,
	values: readonly string[],
	plan: Arbitraries<ExecutionPlan>,
): Family {
	const value = fc.constantFrom(...values).map((text) => ({ name: field, value: text }));
	const created = contactChange(kindOf('create', { fields: fc.tuple(value) }));
	const contact = fc.nat(3);
	const changedTo = fc.oneof(value, value, fc.constant({ name: field, value: '' }));
	const update = contactChange(kindOf('update', { contact, field: changedTo }));
	const changed = fc.oneof(created, update, update, contactChange(kindOf('delete', { contact })));
	const searching = execution({
		items: integer(1, 4),
		operation: fc.constantFrom(
			...(['send', 'get', 'getAll', 'update', 'addTags', 'removeTags', 'create'] as const),
			...(['upsert', 'upsert', 'upsert'] as const),
		),
		searches: fc.array(value, { minLength: 1, maxLength: 3 }),
		limit: fc.constantFrom(0, 0, 2),
		onError,
		maxTries: fewTries,
		skipsMissingContact: fc.boolean(),
		...plan,
	});
	const rejectedForMinutes = longRejectionsOf('contact');
	// The contact of an update changes while the update waits.
	const overtaken = fc
		.tuple(searching, rejectedForMinutes, changed, integer(1_000, 90_000))
		.map(([one, rejected, change, changedMs]): HistoryEvent[] => [
			{ afterMs: 0, ...rejected },
			{ afterMs: 0, ...one },
			{ afterMs: changedMs, ...change },
		]);
	return {
		weight,
		conditions: conditionsWith({
			search: fc
				.record({
					pageSize: fc.constantFrom(25, 1, 2),
					order: fc.constantFrom(
						...(['oldestFirst', 'newestFirst', 'recentlyChangedFirst', 'unstable'] as const),
					),
					lagMs: fc.constantFrom(0, 0, 5_000, 300_000),
					lagging: fc.constantFrom('choice', 'content'),
					match: fc.constantFrom('exact', 'ignoresCase', 'partial'),
					omittedFields: fc.constantFrom('none', 'none', 'all', 'some', 'empty'),
					list: listLength,
				})
				// Without a stable order, two passes can miss the same contacts by chance.
				.map(({ list, ...search }) => ({
					...search,
					...(search.order === 'unstable'
						? ({ total: 'exact', paging: 'consistent' } as const)
						: list),
				})),
			ids: fc.constantFrom('text', 'number'),
			lastContactId: fc.constantFrom(usualConditions.lastContactId, '9007199254740990'),
		}),
		events: startingWith(
			fc.oneof(...[1, 5, 5, 40].map((maxLength) => fc.array(created, { maxLength }))),
			fc.oneof(
				{
					weight: 3,
					arbitrary: eventsOf(
						8,
						...[searching, searching, changed, changed, stop],
						...[faults('contact', uncertain), rejectedForMinutes],
					),
				},
				{ weight: 1, arbitrary: overtaken },
			),
		),
	};
}

const ana = { name: 'email', value: 'ana@mail.example' };

/** Returns the custom field that the only item of an execution saves. */
function noteOfExecution(number: number): FieldAssignment {
	return { name: 'note', value: textOf(number, 0) };
}

/** Other programs add the tag that an execution adds. The first contact isn't Ana. */
function taggedWithExecution(number: number): Happening {
	const change = { kind: 'addTag', contact: 1, tag: textOf(number, 0) } as const;
	return { kind: 'contactChange', change };
}

const createdAna = contactChange(kindOf('create', { fields: fc.constant([ana]) }));

const savedAna = execution({
	operation: fc.constantFrom('upsert', 'upsert', 'upsert', 'update'),
	searches: fc.constant([ana]),
	skipsUnchanged: fc.constantFrom(true, true, true, false),
	addsTag: fc.boolean(),
	onError: fc.constant('continueRegularOutput'),
	maxTries: fewTries,
});

const skippedAna = execution({
	operation: fc.constant('upsert'),
	searches: fc.constant([ana]),
	skipsUnchanged: fc.constant(true),
	addsTag: fc.boolean(),
	onError: fc.constant('continueRegularOutput'),
});

const unchangedEvents = eventsOf(
	10,
	contactChange(
		kindOf('update', { contact: fc.constant(0), field: fc.nat(5).map(noteOfExecution) }),
	),
	fc.nat(5).map(taggedWithExecution),
	savedAna,
	faults('contact', uncertain),
);

/**
 * The same numbers in several spellings, longer numbers that contain them, and numbers without an
 * area code, or with a digit too few or too many.
 */
const phones = {
	'': [
		...['+5215512345678', '+52 1 55 1234 5678', '5215512345678', '12015550123', '+12015550123'],
		'+226050123456',
	],
	BR: [
		...['+5511987654321', '5511987654321', '(11) 98765-4321', '11987654321', '95907-5145'],
		...['959075145', '(11) 9876-432', '11 98765 43210', '+551187654321'],
	],
	CN: [
		...['+8613812345678', '8613812345678', '138 1234 5678', '13812345678', '+13812345678'],
		...['1234 5678', '1381234567', '138 1234 56789'],
	],
	DE: [
		...['+491711234567', '01711234567', '1711234567.00', '491711234567', ' 0171 1234567'],
		...[
			'+34600000001',
			'34600000001',
			'011 49 30 123456',
			'12 34 56',
			'0171 12345',
			'017112345678901',
		],
	],
	ES: [
		...['+34600000001', '34600000001', '600 000 001', '0034600000001', '+34600000002', '600000001'],
		...[' +34600000001 ', '60000001', '600 000 0011'],
	],
	GB: [...phoneSpellings.keys(), '+442079460001', '442079460001', '020 7946 0001'],
	IR: [
		...['+989121234567', '989121234567', '0912 123 4567', '09121234567', '9121234567'],
		...['0912 123 456', '123 4567', '0912 123 45678'],
	],
	IT: [
		...['+393331234567', '393331234567', '333 123 4567', '3331234567', '0333 123 4567'],
		...['06 1234 5678', '333 123 45', '333 123 45678'],
	],
	MX: [
		...['+525512345678', '525512345678', '55 1234 5678', '5512345678', '1234 5678'],
		...['55 1234 567', '55 1234 56789', '+5215512345678'],
	],
	US: [
		...['+12018712957', '12018712957', '(201) 871-2957', '2018712957', '+2018712957'],
		...['366-8608', '3668608', '201-871-295', '201-871-29577', '+1 555 010 0001', '(555) 010-0001'],
	],
} as const;

const countries = Object.keys(phones) as Array<keyof typeof phones>;

function phoneFamily(country: keyof typeof phones): Family {
	const value = fc.constantFrom(...phones[country]);
	return contactFamily(4, 'phone', phones[country], {
		saves: fc.array(
			value.map((text) => ({ name: 'phone', value: text })),
			{ maxLength: 2 },
		),
		phoneNumberFormat: fc.constantFrom('e164', 'e164', 'digits', 'digits', 'asWritten'),
		defaultCountry: fc.constantFrom(country, country, country, '', 'ES', 'DE'),
	});
}

/** *Retry When Unsure* repeats a request twice. */
const maxRequests = 3;

/** Returns faults of consecutive messages, each of which begins after the previous one ends. */
function failuresInOrder(
	order: ReadonlyArray<'rejected' | 'unauthorized' | 'unknown'>,
	unknown: Fault,
): HistoryEvent[] {
	let nth = 1;
	return order.map((kind) => {
		const times = kind === 'unknown' ? maxRequests : 1;
		const status = kind === 'rejected' ? 403 : 401;
		const fault: Fault = kind === 'unknown' ? unknown : { kind: 'status', status };
		const event = { afterMs: 0, kind: 'faults', path: 'message', nth, times, fault } as const;
		nth += times;
		return event;
	});
}

/**
 * The second message of an item may have been sent. In the next attempt, the item waits for another
 * execution with its key when its execution is stopped.
 */
const interruptedRetry = fc
	.record({
		fault: lostMessage,
		retried: execution({
			messages: fc.constant(2),
			keys: fc.constant(1),
			onError,
			maxTries: fc.constant(2),
			retryWhenUnsure: fc.constant(true),
		}),
		rival: execution({ items: integer(2, 6), messages: fc.constant(2), keys: fc.constant(1) }),
		campaign: execution({ items: integer(10, 30), contacts: fc.constant(30) }),
		afterMs: integer(3_000, 5_500),
		stopMs: integer(1, 8_000),
	})
	.map(({ fault, retried, rival, campaign: others, afterMs, stopMs }): HistoryEvent[] => [
		{ afterMs: 0, kind: 'faults', path: 'message', nth: 2, times: maxRequests, fault },
		{ afterMs: 0, ...retried },
		{ afterMs, ...rival },
		{ afterMs: 0, ...others },
		{ afterMs: stopMs, kind: 'stop', execution: 0 },
	]);

/** Items may have been sent, and the next attempt can't read their credential or parameters. */
const unreadableRetry = fc
	.record({
		fault: lostMessage,
		retried: execution({
			items: integer(1, 4),
			contacts: integer(1, 4),
			keys: fc.constantFrom(0, 0, 3),
			onError,
			maxTries: fc.constantFrom(2, 3),
			retryWhenUnsure: fc.boolean(),
			later: fc.subarray(['unreadableCredential', 'unreadableParameters'] as const, {
				minLength: 1,
			}),
		}),
	})
	.map(({ fault, retried }): HistoryEvent[] => [
		{ afterMs: 0, kind: 'faults', path: 'message', nth: 1, times: maxRequests, fault },
		{ afterMs: 0, ...retried },
	]);

/** Executions whose items have the same few keys. */
const keyedItems = execution({
	...fewItems,
	worker: fc.nat(1),
	workflow: fc.nat(1),
	missingContacts: fc.nat(2),
	missingKeys: fc.constantFrom(0, 0, 0, 2),
	keys: integer(1, 6),
	identifiedBy: fc.constantFrom(['id'] as const, ['phone'] as const),
	delaySeconds: fc.constantFrom(0, 0, 0, 20),
});

/** Executions of campaigns with the same contacts in several spellings. */
const campaignItems = execution({
	...fewItems,
	worker: fc.nat(1),
	workflow: fc.constantFrom(0, 0, 1),
	items: integer(1, 8),
	contacts: integer(1, 4),
	campaigns: fc.constantFrom(1, 1, 2),
	respells: fc.constant(true),
	identifiedBy: fc.shuffledSubarray(['id', 'prefixedId', 'phone', 'spacedPhone'] as const, {
		minLength: 1,
	}),
	retryWhenUnsure: fc.constantFrom(false, false, true),
	timeoutSeconds: fc.constantFrom(5, 60),
	delaySeconds: fc.constantFrom(0, 0, 0, 20),
});

/** Responses that arrive only after minutes, which executions with a long timeout wait for. */
function slowResponses(path: 'contact' | 'message'): fc.Arbitrary<Happening> {
	const slow = integer(600_000, 1_200_000).map((delayMs): Fault => ({ kind: 'slow', delayMs }));
	return faults(path, slow);
}

/** Messages wait for minutes, but contact requests don't, or vice versa. */
function longRejectionsOf(path: 'contact' | 'message') {
	return kindOf('faults', {
		path: fc.constant(path),
		nth: integer(1, 3),
		times: integer(1, 4),
		fault: integer(60, 240).map(
			(seconds): Fault => ({
				kind: 'status',
				status: 429,
				headers: { 'retry-after': String(seconds) },
			}),
		),
	});
}

const longRejections = longRejectionsOf('message');

const listNumbers = [1, 2, 3, 4, 5, 6];

const listedContacts = listNumbers.map((number) => ({
	name: 'email',
	value: `contact${String(number)}@mail.example`,
}));

/** Mexican numbers, of which people still write the form with a 1 after the country code. */
const listedPhones = listNumbers.map((number) => ({
	name: 'phone',
	value: `+5255123456${String(70 + number)}`,
}));

/** A search for this form needs several requests. */
const otherForms = listedPhones.map(({ name, value }) => ({
	name,
	value: value.replace('+52', '+521'),
}));

const noEmail = { name: 'email', value: '' };

const longList = execution({
	items: integer(1, 12),
	searches: fc.oneof(
		...[listedContacts, otherForms].map((list) => fc.shuffledSubarray(list, { minLength: 1 })),
	),
	messages: fc.constantFrom(1, 1, 2, 3),
	// Contacts are searched for again before messages that wait for longer than their data is valid.
	delaySeconds: fc.constantFrom(0, 0, 60),
	onError,
	maxTries: fewTries,
	keys: fc.constantFrom(0, 0, 3),
	messagesPerMinute: fc.constantFrom(0, 0, 1, 3),
	skipsMissingContact: fc.boolean(),
	skipsTagged: fc.boolean(),
});

/** Properties that can change an item, or show that it was sent, when an attempt starts. */
const differingAttempts = {
	...fewItems,
	delaySeconds: fc.constantFrom(0, 0, 0, 20),
	worker: fc.nat(1),
	maxTries: fc.constantFrom(1, 2, 2, 3, 3),
	contacts: integer(1, 3),
	keys: fc.constantFrom(0, 0, 1, 3),
	identifiedBy,
	skipsTagged: fc.boolean(),
	retryWhenUnsure: fc.constantFrom(false, false, true),
	credentials: fc.oneof(
		fc.constantFrom({ kind: 'same' } as const, { kind: 'sameToken' } as const),
		kindOf('secondToken', { items: fc.array(fc.nat(5), { maxLength: 3 }) }),
	),
	later: fc.subarray(
		[
			...(['otherContact', 'otherKey', 'otherText', 'otherToken'] as const),
			...(['unreadableCredential', 'unreadableParameters'] as const),
		],
		{ maxLength: 2 },
	),
};
const severalAttempts = execution(differingAttempts);

/** Executions that wait for a response longer than unused keys are kept in memory. */
const patientItems = execution({
	...differingAttempts,
	worker: fc.constant(0),
	keys: fc.constantFrom(0, 1, 3, 6),
	contacts: integer(1, 6),
	timeoutSeconds: fc.constantFrom(60, 3_600),
});

const waitingKeys = execution({
	...fewItems,
	items: integer(2, 6),
	keys: integer(3, 6),
	contacts: integer(1, 6),
});

/**
 * Two executions of one node wait for the same outage, and the second one starts after unused keys
 * are forgotten.
 */
const keysInOutage = fc
	.tuple(waitingKeys, integer(650, 880), waitingKeys, integer(0, 100))
	.map(([first, seconds, second, percent]): HistoryEvent[] => {
		const minMs = 605_000;
		return [
			{ afterMs: 0, kind: 'outage', seconds },
			{ afterMs: 0, ...first },
			{ afterMs: minMs + (percent / 100) * (seconds * 1_000 - minMs), ...second },
		];
	});

/** Generates executions that send one message at a time, each after the previous one. */
function loopsOf(count: fc.Arbitrary<number>, maxIterations: number): fc.Arbitrary<Happening> {
	return kindOf('executions', {
		plan: fc.constant(singleMessage),
		count,
		intervalMs: fc.constantFrom(0, 10),
		iterations: integer(2, maxIterations),
	});
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const minutesPerDay = 1_440;

/** Generates hours that begin or end within minutes or hours of a local time. */
function hoursNear(localMs: number): fc.Arbitrary<SendingHoursPlan> {
	const now = Math.floor(localMs / 60_000) % minutesPerDay;
	const wrapped = (minutes: number) => (minutes + 2 * minutesPerDay) % minutesPerDay;
	const away = fc.oneof(integer(-5, 5), integer(-300, 300));
	const length = fc.oneof(integer(1, 30), integer(30, 1_439));
	return fc
		.record({
			period: fc.oneof(
				fc.tuple(away, length).map(([minutes, long]) => {
					const from = wrapped(now + minutes);
					return { from, until: wrapped(from + long) };
				}),
				fc.tuple(away, length).map(([minutes, long]) => {
					const until = wrapped(now + minutes);
					return { from: wrapped(until - long), until };
				}),
			),
			days: fc.oneof(
				fc.constant(weekdays),
				fc.subarray(weekdays, { minLength: 1 }),
				fc.constant(weekdays.filter((_, day) => day === new Date(localMs).getUTCDay())),
			),
			timezone: fc.constantFrom('contact', 'workflow'),
			ifUnknown: fc.constantFrom('skip', 'workflow'),
		})
		.map(({ period, ...others }) => ({ ...period, ...others }));
}

/** Executions with sending hours, some of which a schedule starts every hour. */
function executionsWithin(hours: SendingHoursPlan): fc.Arbitrary<Happening> {
	const plan = {
		sendingHours: fc.constant(hours),
		items: fc.oneof(integer(1, 8), integer(1, 8), integer(20, 60)),
		contacts: integer(1, 12),
		messages: fc.constantFrom(1, 1, 2, 3),
		delaySeconds: fc.constantFrom(0, 20, 60),
		messagesPerMinute: fc.constantFrom(0, 0, 1, 10),
		maxTries: fewTries,
		retryWhenUnsure: fc.constantFrom(false, true),
		campaigns: fc.constantFrom(0, 1),
		skipsTagged: fc.constantFrom(false, false, true),
		identifiedBy: fc.shuffledSubarray(['id', 'prefixedId', 'phone', 'spacedPhone'] as const, {
			minLength: 1,
		}),
		timeoutSeconds: fc.constantFrom(5, 60),
	};
	return fc.oneof(
		execution(plan),
		execution(plan),
		fc
			.record(plan)
			.map((changed) => ({ ...singleMessage, ...changed, campaigns: 1, respells: true }))
			.chain((hourly) =>
				kindOf('executions', {
					plan: fc.constant(hourly),
					count: integer(2, 30),
					intervalMs: fc.constant(3_600_000),
				}),
			),
	);
}

/** Histories at any time of a year, in any zone. */
const hoursHistories = anyZone.chain((zone) =>
	timeIn(zone).chain((startDate) =>
		fc.record({
			conditions: conditionsWith({
				startDate: fc.constant(startDate),
				workflowZone: fc.constant(zone),
				contactZones: fc.array(fc.oneof(fc.constant(zone), anyContactZone), {
					minLength: 1,
					maxLength: 4,
				}),
				messagesPerSecond: fc.constantFrom(25, 1),
				retryAfter: fc.constantFrom('none', 'seconds'),
			}),
			events: hoursNear(localTime(zone, startDate)).chain((hours) =>
				eventsOf(
					6,
					executionsWithin(hours),
					executionsWithin(hours),
					executionsWithin(hours),
					stop,
					outage,
					longRejections,
					addedTag,
					faults('message', uncertain),
					faults('contact', uncertain),
				),
			),
		}),
	),
);

const alwaysOpen = { from: 0, until: minutesPerDay, days: weekdays } as const;

/** Hours that often begin or end during the execution, on every day. */
const previewedHours = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(undefined) },
	{
		weight: 2,
		arbitrary: fc.constant({ ...alwaysOpen, timezone: 'contact', ifUnknown: 'workflow' } as const),
	},
	{
		weight: 2,
		arbitrary: hoursNear(localTime(usualConditions.workflowZone, usualConditions.startDate)).map(
			(hours) => ({ ...hours, days: weekdays }),
		),
	},
);

/** A test, and the real execution a day later. No other program uses the service. */
const previewed = fc
	.record({
		size: fc.oneof(
			fc.record({ items: integer(1, 40), contacts: integer(1, 40) }),
			fc.record({ items: integer(41, 700), contacts: fc.constantFrom(60, 700) }),
		),
		messages: fc.constantFrom(1, 1, 2, 3),
		// Contacts are searched for again before messages that wait for longer than their data is valid.
		delaySeconds: fc.constantFrom(0, 0, 5, 30, 60),
		messagesPerMinute: fc.oneof(fc.constant(0), fc.constant(0), integer(1, 60)),
		missingContacts: fc.constantFrom(0, 0, 3),
		skipsMissingContact: fc.constantFrom(true, true, false),
		skipsTagged: fc.constantFrom(false, false, true),
		neverMessagesTagged: fc.constantFrom(false, false, true),
		campaigns: fc.constantFrom(0, 0, 1),
		keys: fc.constantFrom(0, 0, 0, 20, 60, 700),
		onError,
		identifiedBy: fc.shuffledSubarray(['id', 'prefixedId', 'phone', 'spacedPhone'] as const, {
			minLength: 1,
		}),
		sendingHours: previewedHours,
		credentials: fc.oneof(
			{ weight: 4, arbitrary: fc.constant({ kind: 'same' } as const) },
			{ weight: 1, arbitrary: kindOf('secondToken', { items: fc.array(fc.nat(39)) }) },
		),
	})
	.map(({ size, ...changed }) => ({ ...singleMessage, ...changed, ...size }))
	.map((plan) => (plan.campaigns > 0 ? { ...plan, keys: 0 } : plan))
	// If items in two channels have the same key, either of them can be the first.
	.map((plan) => (plan.keys > 0 ? { ...plan, credentials: singleMessage.credentials } : plan))
	// Simulated executions end after twelve hours.
	.filter(
		({ items, messages, messagesPerMinute }) =>
			messagesPerMinute === 0 || (items * messages) / messagesPerMinute < 10 * 60,
	)
	.map((plan): HistoryEvent[] => {
		const started = { kind: 'executions', count: 1, intervalMs: 0 } as const;
		return [
			{ ...started, afterMs: 0, plan: { ...plan, testsOnly: true } },
			{ ...started, afterMs: 24 * 3_600_000, plan },
		];
	});

/** A list that several executions send, some of them as the same campaign. */
const pacedList = {
	items: integer(1, 60),
	contacts: fc.constant(60),
	campaigns: fc.constantFrom(0, 1, 1),
};

const manyRequests = {
	items: integer(1, 100),
	contacts: integer(1, 100),
	messages: fc.constantFrom(1, 1, 2),
	identifiedBy,
	onError,
	maxTries: fewTries,
};

const identity = fc.constantFrom(
	{ name: 'email', value: 'ana@mail.example' },
	{ name: 'phone', value: '+442079460001' },
	{ name: 'customerid', value: '10045' },
);

/** Without the options that the editor doesn't offer together or for an operation. */
function withOfferedOptions(plan: ExecutionPlan): ExecutionPlan {
	if (plan.operation === 'send') {
		const mode = plan.later.length > 0 ? 'trigger' : plan.mode;
		return plan.campaigns > 0 ? { ...plan, mode, keys: 0 } : { ...plan, mode };
	}
	const { campaigns, keys, testsOnly, messages, delaySeconds, sendingHours, files } = singleMessage;
	const { messagesPerMinute, skipsTagged, neverMessagesTagged } = singleMessage;
	return {
		...{ ...plan, campaigns, keys, testsOnly, messages, delaySeconds, sendingHours, files },
		...{ messagesPerMinute, skipsTagged, neverMessagesTagged },
	};
}

/** An execution in which any options and settings can meet. */
const combined = executionInLoop(fewIterations, {
	worker: fc.nat(1),
	workflow: fc.constantFrom(0, 0, 1),
	mode: fc.constantFrom('trigger', 'manual'),
	operation: fc.constantFrom('send', 'send', 'send', 'send', 'send', 'update', 'addTags', 'create'),
	items: fc.oneof(integer(1, 6), integer(1, 6), integer(20, 60)),
	testsOnly: fc.constantFrom(false, false, false, false, false, true),
	messages: fc.constantFrom(1, 1, 2, 3),
	delaySeconds: fc.constantFrom(0, 0, 5, 60),
	sendingHours: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{
			weight: 1,
			arbitrary: hoursNear(localTime(usualConditions.workflowZone, usualConditions.startDate)),
		},
	),
	contacts: integer(1, 6),
	textsOf: fc.constantFrom(undefined, undefined, 0),
	files,
	missingContacts: fc.constantFrom(0, 0, 0, 1),
	missingKeys: fc.constantFrom(0, 0, 0, 1),
	respells: fc.boolean(),
	identifiedBy: fc.shuffledSubarray(['id', 'prefixedId', 'phone', 'spacedPhone'] as const, {
		minLength: 1,
	}),
	onError,
	maxTries,
	credentials: fc.oneof(
		fc.constantFrom(
			{ kind: 'same' } as const,
			{ kind: 'same' } as const,
			{
				kind: 'sameToken',
			} as const,
		),
		kindOf('secondToken', { items: fc.array(fc.nat(5), { maxLength: 3 }) }),
	),
	later: fc.subarray(
		[
			...(['otherContact', 'otherKey', 'otherText', 'otherToken'] as const),
			...(['unreadableCredential', 'unreadableParameters'] as const),
		],
		{ maxLength: 2 },
	),
	campaigns: fc.constantFrom(0, 0, 1, 2),
	keys: fc.constantFrom(0, 0, 1, 3),
	retryWhenUnsure: fc.constantFrom(false, false, true),
	messagesPerMinute: fc.constantFrom(0, 0, 0, 10, 60),
	timeoutSeconds: fc.constantFrom(5, 60),
	skipsMissingContact: fc.boolean(),
	skipsTagged: fc.constantFrom(false, false, true),
	neverMessagesTagged: fc.constantFrom(false, false, true),
}).map((happening) =>
	happening.kind === 'executions'
		? { ...happening, plan: withOfferedOptions(happening.plan) }
		: happening,
);

/** Each family varies properties that can interact, and keeps all others at their usual values. */
const families: Readonly<Record<string, DependentFamily | Family>> = {
	rateLimiting: {
		weight: 3,
		workers: fc.constantFrom(1, 1, 2),
		conditions: anyConditions,
		events: eventsOf(6, campaign, campaign, stop, outage, faults('message', tooMany)),
	},
	// Earlier events don't matter after an idle time.
	afterIdle: {
		weight: 3,
		conditions: anyConditions,
		events: fc
			.tuple(
				eventsOf(4, execution(fewItems), stop, faults('message', tooMany), outage),
				integer(120_000, 4 * 3_600_000),
				faults('message', tooMany),
				campaign,
			)
			.map(([before, afterMs, fault, happening]) => [
				...before,
				{ afterMs, ...fault },
				{ afterMs: 0, ...happening },
			]),
	},
	sharedLimit: {
		weight: 1,
		workers: integer(2, 10),
		conditions: anyConditions,
		events: concurrently({ worker: fc.nat(9), items: integer(20, 150) }),
	},
	sharedContacts: {
		weight: 1,
		workers: integer(2, 20),
		conditions: conditionsWith({ semantics, retryAfter }),
		events: concurrently({
			worker: fc.nat(19),
			items: integer(10, 50),
			operation: fc.constantFrom('get', 'update'),
		}),
	},
	otherSenders: {
		weight: 1,
		conditions: conditionsWith({
			semantics,
			retryAfter,
			otherMessagesPerSecond: integer(1, 20),
		}),
		events: eventsOf(3, campaign),
	},
	alone: {
		weight: 5,
		conditions: conditionsWith({
			semantics,
			retryAfter,
			responseMs,
			networkMs: fc.constantFrom([1, 4] as const, [0, 10] as const),
			writeMs: fc.constantFrom([2, 8] as const, [5, 60] as const),
			messagesPerSecond: fc.constantFrom(25, 10, 5),
		}),
		events: eventsOf(
			4,
			execution({
				items: fc.oneof(integer(1, 10), integer(200, 600)),
				contacts: fc.constantFrom(600, 600, 20),
				missingContacts: fc.oneof(fc.constant(0), integer(0, 600)),
				operation: fc.constantFrom('send', 'send', 'get', 'addTags', 'update', 'create'),
				identifiedBy: fc.constantFrom(['id'] as const, ['id'] as const, ['phone', 'id'] as const),
			}),
			stop,
			faults('message', uncertain),
			wrongFiles,
		),
	},
	singles: {
		weight: 2,
		conditions: conditionsWith({
			semantics,
			rejections,
			retryAfter: fc.constantFrom('none', 'seconds'),
		}),
		events: eventsOf(
			5,
			execution({ items: integer(1, 300), contacts: fc.constant(300) }),
			// Campaigns whose messages wait for their own pace or delay.
			execution({
				items: integer(1, 300),
				messages: fc.constantFrom(1, 1, 2),
				contacts: fc.constant(300),
				messagesPerMinute: fc.constantFrom(0, 30, 300),
				delaySeconds: fc.constantFrom(0, 20),
			}),
			kindOf('executions', {
				plan: fc.constant(singleMessage),
				count: fc.oneof(integer(1, 10), integer(1, 500)),
				intervalMs: fc.constantFrom(0, 10, 100, 500, 2_000),
			}),
			faults('message', tooMany),
			wrongFiles,
		),
	},
	// Executions of one list, some of which wait for their own pace or delay.
	paced: {
		weight: 1,
		events: startingWith(
			fc.tuple(
				execution({
					...pacedList,
					messagesPerMinute: fc.constantFrom(0, 1, 10, 60),
					messages: fc.constantFrom(1, 2),
					delaySeconds: fc.constantFrom(0, 20, 60),
				}),
			),
			eventsOf(
				4,
				execution(pacedList),
				execution(pacedList),
				execution({ ...pacedList, messagesPerMinute: fc.constantFrom(10, 60) }),
				stop,
			),
		),
	},
	// Single contact requests next to a list, which may be longer than a minute's limit.
	contactSingles: {
		weight: 1,
		conditions: conditionsWith({ semantics, responseMs }),
		events: startingWith(
			fc.tuple(
				execution({
					items: fc.oneof(integer(2, 100), integer(101, 350)),
					contacts: fc.constant(350),
					operation: fc.constantFrom('get', 'update', 'send'),
					onError,
				}).map((list) => {
					if (list.kind !== 'executions') return list;
					const identifiedBy = [list.plan.operation === 'send' ? 'phone' : 'id'] as const;
					return { ...list, plan: { ...list.plan, identifiedBy } };
				}),
			),
			eventsOf(
				3,
				kindOf('executions', {
					plan: fc.constant({ ...singleMessage, operation: 'get' as const }),
					count: integer(1, 20),
					intervalMs: fc.constantFrom(0, 100, 2_000, 10_000),
				}),
			),
		),
	},
	// Single messages and campaigns next to many loops.
	loops: {
		weight: 1,
		conditions: conditionsWith({ semantics, responseMs }),
		events: fc
			.tuple(
				fc.oneof(loopsOf(fc.constantFrom(5, 20, 100), 8), loopsOf(fc.constant(300), 3)),
				fc.array(
					fc.tuple(
						integer(0, 15_000),
						fc.oneof(
							kindOf('executions', {
								plan: fc.constant(singleMessage),
								count: fc.oneof(integer(1, 30), integer(1, 150)),
								intervalMs: fc.constantFrom(0, 10, 50, 100, 500),
							}),
							execution({ items: integer(1, 200), contacts: fc.constant(200) }),
						),
					),
					{ minLength: 1, maxLength: 4 },
				),
			)
			.map(([loops, others]) => [
				{ afterMs: 0, ...loops },
				...others.map(([afterMs, happening]) => ({ afterMs, ...happening })),
			]),
	},
	uncertainty: {
		weight: 8,
		events: startingWith(
			fc.tuple(faults('message', uncertain)),
			eventsOf(
				5,
				failingItems,
				failingItems,
				failingItems,
				stop,
				faults('message', uncertain),
				faults('contact', uncertain),
				faults('message', unauthorized),
				faults('message', tooMany),
				disconnection,
			),
		),
	},
	// The same list again, after failures and stops, in the editor and by a trigger.
	repetitions: {
		weight: 3,
		conditions: conditionsWith({ stopsMonotonicClock: fc.boolean() }),
		events: fc.oneof(
			startingWith(
				fc.tuple(faults('message', fc.constant<Fault>({ kind: 'status', status: 403 }))),
				repeatingEvents,
			),
			interruptedExecutions,
			concurrentLoops,
			executionsAroundSleep,
		),
	},
	// Loops and campaigns with a pace, whose requests are retried.
	pacedRetries: {
		weight: 2,
		conditions: conditionsWith({ semantics, retryAfter }),
		events: eventsOf(
			4,
			executionInLoop(fewIterations, {
				items: integer(1, 30),
				messages: fc.constantFrom(1, 1, 2),
				contacts: fc.constant(30),
				mode: fc.constantFrom('trigger', 'manual'),
				messagesPerMinute: fc.constantFrom(1, 10, 30, 60, 300),
				onError,
				maxTries: fewTries,
			}),
			stop,
			disconnection,
			outage,
			faults('message', tooMany),
			faults('message', uncertain),
		),
	},
	keys: {
		weight: 6,
		workers: fc.constantFrom(1, 1, 2),
		conditions: conditionsWith({ messagesPerSecond: fc.constantFrom(25, 2) }),
		events: startingWith(
			fc.array(faults('message', uncertain), { maxLength: 1 }),
			eventsOf(
				6,
				keyedItems,
				keyedItems,
				keyedItems,
				stop,
				crash,
				faults('message', uncertain),
				faults('message', tooMany),
				disconnection,
				kindOf('storeFailure', {
					when: fc.constantFrom('afterWrite', 'beforeWrite'),
					seconds: integer(1, 5),
				}),
			),
		),
	},
	campaigns: {
		weight: 6,
		workers: fc.constantFrom(1, 1, 2),
		conditions: conditionsWith({ messagesPerSecond: fc.constantFrom(25, 2) }),
		events: startingWith(
			fc.array(faults('message', uncertain), { maxLength: 1 }),
			eventsOf(
				8,
				campaignItems,
				campaignItems,
				campaignItems,
				stop,
				crash,
				faults('message', uncertain),
				faults('message', tooMany),
				disconnection,
				kindOf('storeFailure', {
					when: fc.constantFrom('afterWrite', 'beforeWrite'),
					seconds: integer(1, 5),
				}),
			),
		),
	},
	// Recording a key can take longer than a window of the limit.
	slowKeys: {
		weight: 2,
		conditions: conditionsWith({
			semantics,
			messagesPerSecond: fc.constantFrom(25, 5),
			keyWriteMs: fc.constantFrom(100, 400, 1_500),
		}),
		events: eventsOf(
			4,
			execution({
				workflow: fc.nat(1),
				items: itemCount,
				contacts: fc.constantFrom(6, 400, 400),
				messages: fc.constantFrom(1, 1, 2),
				keys: fc.constantFrom(3, 400, 400),
				onError,
				maxTries: fewTries,
				skipsTagged: fc.constantFrom(false, false, true),
			}),
			execution({ items: itemCount, contacts: fc.constant(400) }),
			kindOf('executions', {
				plan: fc.constantFrom(singleMessage, { ...singleMessage, keys: 1, workflow: 2 }),
				count: integer(1, 20),
				intervalMs: fc.constantFrom(0, 100, 2_000),
			}),
			stop,
			addedTag,
			faults('message', uncertain),
		),
	},
	tags: {
		weight: 4,
		conditions: conditionsWith({
			search: fc
				.record({
					lagMs: fc.constantFrom(0, 0, 60_000),
					lagging: fc.constantFrom('choice', 'content'),
					omittedFields: fc.constantFrom('none', 'all', 'some'),
				})
				.map((changed) => ({ ...usualConditions.search, ...changed })),
		}),
		events: startingWith(
			fc.array(addedTag, { maxLength: 3 }),
			eventsOf(
				5,
				execution({
					...fewItems,
					missingContacts: fc.nat(1),
					identifiedBy,
					keys: fc.constantFrom(0, 0, 3),
					skipsTagged: fc.boolean(),
					neverMessagesTagged: fc.boolean(),
					skipsMissingContact: fc.boolean(),
				}),
				addedTag,
				removedTag,
				stop,
				faults('message', uncertain),
				faults('contact', uncertain),
			),
		),
	},
	// Several attempts of keyed and tagged items, whose requests fail in many ways.
	attempts: {
		weight: 8,
		conditions: conditionsWith({ retryAfter: fc.constantFrom('none', 'seconds') }),
		events: startingWith(
			fc.array(fc.oneof(faults('message', uncertain), faults('message', unauthorized), addedTag), {
				minLength: 1,
				maxLength: 2,
			}),
			eventsOf(
				6,
				severalAttempts,
				severalAttempts,
				severalAttempts,
				stop,
				addedTag,
				removedTag,
				outage,
				disconnection,
				faults('message', uncertain),
				faults('contact', uncertain),
				faults('message', unauthorized),
				faults('message', fc.constant<Fault>({ kind: 'status', status: 403 })),
			),
		),
	},
	// Items with the same key, whose first requests are rejected, have an unknown outcome, or get a
	// 401. The items wait for each other and for a campaign when they are stopped.
	failedAttempts: {
		weight: 4,
		conditions: conditionsWith({ messagesPerSecond: fc.constantFrom(25, 1, 1) }),
		events: fc.oneof(
			fc
				.tuple(
					fc.shuffledSubarray(['rejected', 'unknown', 'unauthorized'] as const, { minLength: 2 }),
					uncertain,
					execution({
						...differingAttempts,
						worker: fc.constant(0),
						items: integer(2, 4),
						messages: fc.constantFrom(1, 1, 1, 2),
						contacts: fc.constantFrom(1, 4, 4),
						onError: fc.constantFrom(
							'continueRegularOutput',
							'continueRegularOutput',
							'stopWorkflow',
						),
						maxTries: fc.constantFrom(2, 3),
						keys: fc.constantFrom(1, 1, 1, 3),
						skipsTagged: fc.constant(false),
						retryWhenUnsure: fc.constantFrom(true, true, false),
						later: fc.constant([]),
					}),
					integer(0, 5_000),
					execution({ items: integer(10, 30), contacts: fc.constant(30) }),
					integer(1, 15_000),
				)
				.map(([order, unknown, happening, afterMs, other, stopMs]): HistoryEvent[] => [
					...failuresInOrder(order, unknown),
					{ afterMs: 0, ...happening },
					{ afterMs, ...other },
					{ afterMs: stopMs, kind: 'stop', execution: 0 },
				]),
			// Few of these histories are stopped at the right moment.
			...[interruptedRetry, interruptedRetry],
			unreadableRetry,
		),
	},
	// Executions that hold keys for a long time, next to others of the same node.
	longWaits: {
		weight: 4,
		conditions: conditionsWith({ retryAfter: fc.constant('seconds') }),
		events: fc.oneof(
			keysInOutage,
			fc
				.tuple(
					fc.array(fc.oneof(severalAttempts, patientItems, keyedItems, addedTag), {
						maxLength: 2,
					}),
					fc.oneof(
						kindOf('outage', { seconds: integer(300, 880) }),
						kindOf('outage', { seconds: integer(880, 1_200) }),
						longRejections,
						longRejections,
						fc.oneof(slowResponses('message'), slowResponses('contact')),
					),
					fc.array(
						fc.tuple(
							integer(0, 500_000),
							fc.oneof(
								{ weight: 1, arbitrary: fc.oneof(addedTag, removedTag, stop, crash) },
								{ weight: 1, arbitrary: patientItems },
								{
									weight: 2,
									arbitrary: execution({
										...fewItems,
										keys: integer(3, 6),
										contacts: integer(1, 6),
										identifiedBy,
										skipsTagged: fc.boolean(),
									}),
								},
							),
						),
						{ minLength: 2, maxLength: 5 },
					),
				)
				.map(([before, blocked, during]) => [
					...[...before, blocked].map((happening) => ({ afterMs: 0, ...happening })),
					...during.map(([afterMs, happening]) => ({ afterMs, ...happening })),
				]),
		),
	},
	// Contacts opt out while their messages wait, within an attempt and between two.
	optOuts: {
		weight: 3,
		events: fc
			.tuple(
				fc.array(
					faults(
						'message',
						fc.constantFrom<Fault[]>({ kind: 'status', status: 403 }, { kind: 'noResponse' }),
					),
					{ maxLength: 1 },
				),
				longRejections,
				execution({
					...fewItems,
					contacts: integer(1, 2),
					messages: fc.constantFrom(1, 2, 3),
					maxTries: fc.constantFrom(1, 2, 3),
					identifiedBy,
					keys: fc.constantFrom(0, 0, 3),
					skipsTagged: fc.boolean(),
					neverMessagesTagged: fc.boolean(),
				}),
				fc.array(
					fc.tuple(
						integer(1, 150_000),
						contactChange(kindOf('addTag', { contact: fc.nat(1), tag })),
					),
					{ minLength: 1, maxLength: 2 },
				),
			)
			.map(([failures, rejected, happening, added]) => [
				...[...failures, rejected, happening].map((one) => ({ afterMs: 0, ...one })),
				...added.map(([afterMs, one]) => ({ afterMs, ...one })),
			]),
	},
	hours: {
		weight: 4,
		history: hoursHistories,
	},
	// A test's estimate is compared with the real execution.
	previews: {
		weight: 1,
		conditions: conditionsWith({
			messagesPerSecond: fc.constantFrom(25, 10, 2),
			contactRequestsPerMinute: fc.constantFrom(100, 100, 300, 30),
			// A test can only estimate response times from the responses that it received.
			responseMs: fc.constantFrom([200, 200] as const, [25, 25] as const, [1_000, 1_000] as const),
			contactZones: fc.array(
				fc.constantFrom('Europe/Berlin', 'Europe/Paris', 'Asia/Tokyo', undefined),
				{
					minLength: 1,
					maxLength: 3,
				},
			),
		}),
		events: fc
			.tuple(fc.array(addedTag, { maxLength: 2 }), previewed)
			.map(([added, events]) => [...added.map((one) => ({ afterMs: 0, ...one })), ...events]),
	},
	// Each token has its own queues.
	manyTokens: {
		weight: 1,
		conditions: conditionsWith({ retryAfter: fc.constantFrom('none', 'seconds') }),
		events: eventsOf(
			4,
			execution({
				items: integer(1, 400),
				contacts: integer(1, 6),
				identifiedBy,
				onError,
				maxTries: fewTries,
				keys: fc.constantFrom(0, 0, 400),
				timeoutSeconds: fc.constantFrom(5, 60),
				credentials: kindOf('manyTokens', { count: integer(3, 400) }),
			}),
			stop,
			outage,
			proxyFailure,
			faults('message', uncertain),
			faults('message', tooMany),
			faults('message', unauthorized),
		),
	},
	// Outages during which a proxy responds put messages and new contacts at risk.
	proxyFailures: {
		weight: 4,
		workers: fc.constantFrom(1, 1, 1, 2),
		conditions: conditionsWith({ responseMs, retryAfter: fc.constantFrom('none', 'seconds') }),
		events: eventsOf(
			6,
			proxyFailure,
			messageFailure,
			execution({ ...manyItems, keys: fc.constantFrom(0, 0, 300), identifiedBy }),
			execution({ ...manyItems, operation: fc.constantFrom('create', 'upsert', 'update') }),
			execution({ items: integer(1, 300), contacts: fc.constant(300) }),
			stop,
			crash,
			outage,
			disconnection,
			faults('message', uncertain),
			faults('message', tooMany),
		),
	},
	credentials: {
		weight: 2,
		events: eventsOf(
			2,
			execution({
				items: integer(1, 60),
				contacts: integer(1, 60),
				onError,
				maxTries: fewTries,
				credentials: fc.oneof(
					kindOf('secondToken', { items: fc.array(fc.nat(59), { maxLength: 3 }) }),
					kindOf('unreadable', { except: fc.array(fc.nat(59), { maxLength: 3 }) }),
				),
			}),
		),
	},
	// The service rejects the token while n8n prepares other requests.
	rejectedTokens: {
		weight: 1,
		conditions: conditionsWith({
			responseMs,
			writeMs: fc.constantFrom([2, 8] as const, [5, 60] as const),
		}),
		events: fc
			.tuple(
				fc.array(
					kindOf('faults', {
						path: fc.constantFrom('message' as const, 'contact' as const),
						nth: integer(1, 100),
						times: integer(1, 3),
						fault: unauthorized,
					}),
					{ minLength: 1, maxLength: 3 },
				),
				eventsOf(
					3,
					execution({ ...manyRequests, keys: fc.constantFrom(0, 0, 100) }),
					execution({
						...manyRequests,
						operation: fc.constantFrom('addTags', 'create', 'get', 'update'),
					}),
				),
			)
			.map(([rejections, events]) => [
				...rejections.map((rejected) => ({ afterMs: 0, ...rejected })),
				...events,
			]),
	},
	upserts: contactFamily(
		3,
		'email',
		['ana@mail.example', 'Ana@mail.example', ' ana@mail.example'],
		{
			operation: fc.constant('upsert'),
		},
	),
	// Items search for values that other items save.
	savedIdentities: contactFamily(1, 'email', ['ana@mail.example'], {
		operation: fc.constant('upsert'),
		searches: fc.array(identity, { minLength: 1, maxLength: 3 }),
		saves: fc.array(identity, { minLength: 1, maxLength: 2 }),
	}),
	// Other programs save the texts of items, so that the items change nothing.
	unchanged: {
		weight: 2,
		conditions: conditionsWith({
			search: fc.record({
				...{ pageSize: fc.constant(25), order: fc.constant('oldestFirst') },
				lagMs: fc.constantFrom(0, 5_000, 60_000, 300_000),
				lagging: fc.constantFrom('choice', 'content'),
				match: fc.constant('exact'),
				omittedFields: fc.constantFrom('none', 'none', 'none', 'some'),
				...{ total: fc.constant('exact'), paging: fc.constant('consistent') },
			}),
			ids: fc.constantFrom('text', 'number'),
		}),
		events: fc.oneof(
			startingWith(fc.tuple(createdAna), unchangedEvents),
			// The item finds its text, and maybe its tag.
			fc
				.tuple(createdAna, skippedAna, fc.boolean(), integer(0, 400_000), unchangedEvents)
				.map(([created, happening, isTagged, afterMs, others]) => {
					const field = noteOfExecution(0);
					const noted = { kind: 'update', contact: 0, field } as const;
					return [
						{ ...created, afterMs: 0 },
						{ kind: 'contactChange', change: noted, afterMs: 0 } as const,
						...(isTagged ? [{ ...taggedWithExecution(0), afterMs: 0 }] : []),
						{ ...happening, afterMs },
						...others,
					];
				}),
			// The item of the second execution finds its text while searches may lack the first one's.
			fc
				.tuple(
					createdAna,
					savedAna,
					skippedAna,
					integer(0, 150_000),
					fc.boolean(),
					fc.boolean(),
					unchangedEvents,
				)
				.map(([created, first, second, afterMs, isBefore, isTagged, others]) => {
					const field = noteOfExecution(1);
					const change = { kind: 'update', contact: 0, field } as const;
					const noted = { afterMs: 2_000, kind: 'contactChange', change } as const;
					const happenings = isBefore
						? [noted, { ...first, afterMs: 400_000 }]
						: [{ ...first, afterMs: 0 }, noted];
					const tagged = isTagged ? [{ ...taggedWithExecution(1), afterMs: 0 }] : [];
					return [
						...[{ ...created, afterMs: 0 }, ...tagged, ...happenings],
						...[{ ...second, afterMs }, ...others],
					];
				}),
		),
	},
	lists: contactFamily(3, 'status', ['lead', 'lead', 'Lead', 'lead '], {
		operation: fc.constantFrom('getAll', 'getAll', 'send'),
	}),
	contacts: contactFamily(3, 'status', ['lead', 'Lead', 'ex-lead', 'customer', ' lead '], {
		retryWhenUnsure: fc.constantFrom(false, false, true),
	}),
	phones: {
		...phoneFamily(''),
		events: fc.oneof(...countries.map((country) => phoneFamily(country).events)),
	},
	// Lists that take longer than a minute of contact requests, and whose contacts change meanwhile.
	searchAhead: {
		weight: 3,
		conditions: conditionsWith({
			contactRequestsPerMinute: fc.constantFrom(2, 4, 100),
			retryAfter: fc.constantFrom('none', 'seconds'),
		}),
		events: startingWith(
			fc.constant(
				listedContacts.map(
					(field, index): Happening => ({
						kind: 'contactChange',
						change: { kind: 'create', fields: [field, ...listedPhones.slice(index, index + 1)] },
					}),
				),
			),
			eventsOf(
				8,
				longList,
				longList,
				contactChange(
					kindOf('update', {
						contact: fc.nat(5),
						field: fc.constantFrom(...listedContacts, noEmail),
					}),
				),
				contactChange(kindOf('create', { fields: fc.tuple(fc.constantFrom(...listedContacts)) })),
				contactChange(kindOf('delete', { contact: fc.nat(5) })),
				addedTag,
				removedTag,
				stop,
				outage,
				longRejections,
			),
		),
	},
	// Values that identify no one, among similar ones that do.
	identities: {
		...contactFamily(2, 'phone', identityValues('phone'), {}),
		events: fc.oneof(
			...identityFields.map((field) => contactFamily(2, field, identityValues(field), {}).events),
		),
	},
	// The machine sleeps while campaigns are sent, long enough to be recognized.
	sleeps: {
		weight: 1,
		conditions: conditionsWith({
			messagesPerSecond: fc.constantFrom(25, 5, 1),
			responseMs,
			stopsMonotonicClock: fc.boolean(),
		}),
		events: fc
			.tuple(
				execution({
					items: integer(20, 200),
					contacts: integer(1, 200),
					messages: fc.constantFrom(1, 1, 2),
					delaySeconds: fc.constantFrom(0, 5),
					onError,
					maxTries: fewTries,
				}),
				fc.array(
					fc.tuple(
						fc.oneof(integer(1, 12_000), integer(1, 120_000)),
						kindOf('machineSleep', { seconds: fc.oneof(integer(65, 300), integer(300, 7_200)) }),
					),
					{ minLength: 1, maxLength: 3 },
				),
			)
			.map(([campaign, sleeps]) => [
				{ afterMs: 0, ...campaign },
				...sleeps.map(([afterMs, happening]) => ({ afterMs, ...happening })),
			]),
	},
	skewedClock: {
		weight: 1,
		conditions: conditionsWith({
			retryAfter: fc.constant('date'),
			clockSkewMs: fc.constantFrom(-900_000, -60_000, 0, 900_000),
		}),
		events: eventsOf(
			3,
			campaign,
			outage,
			faults('message', fc.constant({ kind: 'status', status: 429 })),
		),
	},
	// All options, settings, and events together.
	combinations: {
		weight: 3,
		workers: fc.constantFrom(1, 1, 1, 2),
		conditions: conditionsWith({
			semantics,
			retryAfter,
			rejections,
			messagesPerSecond: fc.constantFrom(25, 25, 5, 1),
			contactRequestsPerMinute: fc.constantFrom(100, 100, 10),
			responseMs,
			keyWriteMs: fc.constantFrom(3, 3, 400),
			contactZones: fc.constant(['Europe/Berlin', 'Asia/Tokyo', undefined]),
			ids: fc.constantFrom('text', 'number'),
		}),
		events: startingWith(
			fc.array(fc.oneof(faults('message', uncertain), addedTag, faults('contact', uncertain)), {
				maxLength: 2,
			}),
			eventsOf(
				7,
				combined,
				combined,
				combined,
				combined,
				stop,
				crash,
				outage,
				addedTag,
				removedTag,
				disconnection,
				proxyFailure,
				longRejections,
				faults('message', uncertain),
				faults('message', undocumented),
				faults('contact', uncertain),
				faults('message', unauthorized),
				faults('message', tooMany),
				faults('message', fc.constant<Fault>({ kind: 'status', status: 403 })),
				kindOf('storeFailure', {
					when: fc.constantFrom('afterWrite', 'beforeWrite'),
					seconds: integer(1, 5),
				}),
			),
		),
	},
};

/** Generates histories of some families. */
export function histories(names = Object.keys(families)): fc.Arbitrary<History> {
	return fc.oneof(
		...names.map((name) => {
			const family = families[name];
			if (family === undefined) throw new Error(`There is no family '${name}'`);
			const { weight, workers = fc.constant(1) } = family;
			const history =
				'history' in family
					? family.history
					: fc.record({
							conditions: family.conditions ?? conditionsWith({}),
							events: family.events,
						});
			const others = fc.record({ seed: integer(1, 1_000_000), workers, endsIdle });
			const arbitrary = fc
				.tuple(history, others)
				.map(([happenings, rest]) => ({ ...rest, ...happenings }));
			return { weight, arbitrary };
		}),
	);
}
