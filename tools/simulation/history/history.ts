import type { Fault, Limits } from '../../../test/support/service';
import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import {
	type ContactSearch,
	defaultConfiguration,
} from '../../../test/support/service/configuration';

/** A range of random durations, in milliseconds. */
export type Range = readonly [minMs: number, maxMs: number];

/** How the service and the network behave, except for faults. */
export interface Conditions {
	semantics: Limits['semantics'];
	retryAfter: Limits['retryAfter'];
	messagesPerSecond: number;
	contactRequestsPerMinute: number;
	/**
	 * How 429 responses reach n8n: unchanged, with the status 200 of a proxy, or with a body that never
	 * ends.
	 */
	rejections: 'endlessBody' | 'status200' | 'unchanged';
	/** The time in n8n before a request is written. */
	writeMs: Range;
	/** The time between the write and the arrival at the service. */
	networkMs: Range;
	/** The time between the arrival and the response. */
	responseMs: Range;
	/** The time between the arrival and a 429 response. */
	rejectionMs: Range;
	/** How long n8n's database needs to write the keys of a node, in milliseconds. */
	keyWriteMs: number;
	/** Messages per second that other systems send with the first token. */
	otherMessagesPerSecond: number;
	/** Whether the monotonic clock of the workers stands still in sleep, as it does on Linux. */
	stopsMonotonicClock: boolean;
	/** How much the system time of the workers is ahead of the service's, in milliseconds. */
	clockSkewMs: number;
	/** Each search reads from a replica, which lags behind at most `lagMs`. */
	search: ContactSearch;
	/** The type of the IDs of fetched contacts in responses. */
	ids: 'number' | 'text';
	/** IDs of new contacts follow this one. */
	lastContactId: string;
	/** The service's time at the start, in milliseconds since the epoch. */
	startDate: number;
	/** The time zone in the settings of all workflows. */
	workflowZone: string;
	/**
	 * The custom field `timezone` of the initial contacts, in turn, or `undefined` if they don't have
	 * it. Empty: as in the local service.
	 */
	contactZones: ReadonlyArray<string | undefined>;
}

/** A state in which requests don't reach the service. */
export type Disconnection =
	| 'refused'
	| 'unknownHost'
	| 'tlsClosed'
	| 'tlsRejected'
	/** n8n can't find the host, before it sends the request. */
	| 'unknownToN8n'
	/** Another server, such as a proxy, responds with a web page and the status 200. */
	| 'webPage'
	/** n8n throws an error before it sends the request. */
	| 'rejectedByN8n';

/**
 * The response of a failing proxy: a 5xx page, a web page with the status 200 or its start, or nothing.
 */
type ProxyAnswer = 'cutPage' | 'errorPage' | 'lostConnection' | 'mixed' | 'seeOther' | 'webPage';

/** The credentials of an execution, whose expressions can differ between items. */
export type Credentials =
	| { kind: 'same' }
	/** All items have the same token, but another value of the credential differs. */
	| { kind: 'sameToken' }
	/** Some items have the second token. */
	| { kind: 'secondToken'; items: readonly number[] }
	/** All items have the second token, which replaces the first one if the service rejected it. */
	| { kind: 'replacedToken' }
	/** Items have these tokens in turn. */
	| { kind: 'manyTokens'; count: number }
	/** The credential can only be read for some items. */
	| { kind: 'unreadable'; except: readonly number[] };

/**
 * How an expression differs in later attempts (Retry On Fail), because it depends on the time, on
 * chance, or on a secret store that has failed since.
 */
export type LaterValue =
	| 'otherContact'
	| 'otherKey'
	| 'otherText'
	| 'otherToken'
	| 'unreadableCredential'
	| 'unreadableParameters';

/** The option *Sending Hours*. */
export interface SendingHoursPlan {
	/** Minutes after midnight. */
	from: number;
	until: number;
	/** Lowercase, such as `monday`. */
	days: readonly string[];
	timezone: 'contact' | 'workflow';
	ifUnknown: 'skip' | 'workflow';
}

/** An execution of the node. Item `i` is for contact `i % contacts`. */
export interface ExecutionPlan {
	worker: number;
	/** Executions of the same workflow share the keys of *Send Once per Key*. */
	workflow: number;
	mode: 'manual' | 'trigger';
	operation: 'addTags' | 'create' | 'get' | 'getAll' | 'removeTags' | 'send' | 'update' | 'upsert';
	items: number;
	/** Whether the execution only tests (*Test Without Sending*). */
	testsOnly: boolean;
	/** The number of messages of each item (*Further Messages*). */
	messages: number;
	/** The delay before each further message (*Delay Before*). */
	delaySeconds: number;
	sendingHours: SendingHoursPlan | undefined;
	contacts: number;
	/**
	 * The number of the execution whose texts the items repeat, or `undefined` for their own texts.
	 */
	textsOf: number | undefined;
	/** Whether each item sends a file, named after its text, instead of the text. */
	files: boolean;
	/** The number of first contacts that don't exist. */
	missingContacts: number;
	/** The number of first items whose key lacks a part. */
	missingKeys: number;
	/** Whether each execution identifies the same contacts in other ways than the one before. */
	respells: boolean;
	/** How items identify their contacts, in turn. */
	identifiedBy: ReadonlyArray<'id' | 'phone' | 'prefixedId' | 'spacedPhone'>;
	onError: 'continueRegularOutput' | 'stopWorkflow';
	/** The number of attempts (Retry On Fail), or 1 if it is off. */
	maxTries: number;
	credentials: Credentials;
	/**
	 * Differences in later attempts, which affect every second item, starting with the first one.
	 */
	later: readonly LaterValue[];
	/** The number of campaigns (Send Once per Contact), which items use in turn, or 0 for none. */
	campaigns: number;
	/** The number of keys (Send Once per Key), which items use in turn, or 0 for none. */
	keys: number;
	retryWhenUnsure: boolean;
	/** The pace of the execution (Messages per Minute), or 0 for the channel's rate. */
	messagesPerMinute: number;
	timeoutSeconds: number;
	skipsMissingContact: boolean;
	/** Whether the option *Skip If Tagged* is set. */
	skipsTagged: boolean;
	/** Whether the credential's *Never Message Contacts Tagged* is set. */
	neverMessagesTagged: boolean;
	skipsUnchanged: boolean;
	/** Whether *Create or Update* adds the item's text as a tag. */
	addsTag: boolean;
	/**
	 * The custom fields by which items find their contacts, in turn. If empty, `contacts` applies.
	 */
	searches: readonly FieldAssignment[];
	/** Custom fields that items save in addition to a note, in turn. */
	saves: readonly FieldAssignment[];
	/** The maximum number of contacts that *Get Many* returns, or 0 for all. */
	limit: number;
	phoneNumberFormat: 'asWritten' | 'digits' | 'e164';
	/** The code of a country, or empty. */
	defaultCountry: string;
}

/**
 * A change that other people or systems make. `contact` is the position of a new contact, or of any
 * contact for tags.
 */
export type ContactChange =
	| { kind: 'create'; fields: readonly FieldAssignment[] }
	| { kind: 'update'; contact: number; field: FieldAssignment }
	| { kind: 'delete'; contact: number }
	/** `tag` is the tag with which contacts are skipped, unless it is set. */
	| { kind: 'addTag' | 'removeTag'; contact: number; tag?: string };

export type Happening =
	| {
			kind: 'executions';
			plan: ExecutionPlan;
			count: number;
			intervalMs: number;
			/**
			 * The number of times that a loop executes the node in each execution, 1 by default.
			 */
			iterations?: number;
	  }
	/** The user stops the execution with this number, or the latest one, in n8n. */
	| { kind: 'stop'; execution: number | 'latest' }
	/** The machine sleeps: no process runs, and the service receives nothing. */
	| { kind: 'machineSleep'; seconds: number }
	/** The process of a worker ends, and a new one starts. */
	| { kind: 'crash'; worker: number }
	/** The service rejects all requests with 429. */
	| { kind: 'outage'; seconds: number }
	/** Other programs change a contact of the first channel. */
	| { kind: 'contactChange'; change: ContactChange }
	| { kind: 'disconnection'; state: Disconnection; seconds: number }
	/** A proxy in front of the service fails: it responds itself, or closes connections. */
	| { kind: 'proxyFailure'; answer: ProxyAnswer; reachesService: boolean; seconds: number }
	/** Some of the next requests fail. */
	| { kind: 'faults'; path: 'contact' | 'message'; nth: number; times: number; fault: Fault }
	/** Writing to n8n's store of processed items fails, before or after the data is stored. */
	| { kind: 'storeFailure'; when: 'afterWrite' | 'beforeWrite'; seconds: number };

export type HistoryEvent = Happening & {
	/** The time since the previous event. */
	afterMs: number;
};

/** Everything that happens in a simulation, which depends on nothing else. */
export interface History {
	/** Seeds all random delays, and the random numbers of the package. */
	seed: number;
	conditions: Conditions;
	workers: number;
	events: readonly HistoryEvent[];
	/** Whether the history ends with idle hours, after which each process is compared with a new one. */
	endsIdle: boolean;
}

/** The documented limits (section 8, Limits), and the delays of the local service. */
export const usualConditions: Conditions = {
	semantics: 'slidingWindow',
	retryAfter: 'none',
	rejections: 'unchanged',
	messagesPerSecond: 25,
	contactRequestsPerMinute: 100,
	writeMs: [2, 8],
	networkMs: [1, 4],
	responseMs: [150, 250],
	rejectionMs: [150, 250],
	keyWriteMs: 3,
	otherMessagesPerSecond: 0,
	stopsMonotonicClock: false,
	clockSkewMs: 0,
	search: defaultConfiguration.search,
	ids: 'text',
	lastContactId: '48120000',
	startDate: 1_700_000_000_000,
	workflowZone: 'Europe/Berlin',
	contactZones: [],
};

export const singleMessage: ExecutionPlan = {
	worker: 0,
	workflow: 0,
	mode: 'trigger',
	operation: 'send',
	items: 1,
	testsOnly: false,
	messages: 1,
	delaySeconds: 0,
	sendingHours: undefined,
	contacts: 1,
	textsOf: undefined,
	files: false,
	missingContacts: 0,
	missingKeys: 0,
	respells: false,
	identifiedBy: ['id'],
	onError: 'continueRegularOutput',
	maxTries: 1,
	credentials: { kind: 'same' },
	later: [],
	campaigns: 0,
	keys: 0,
	retryWhenUnsure: false,
	messagesPerMinute: 0,
	timeoutSeconds: 60,
	skipsMissingContact: false,
	skipsTagged: false,
	neverMessagesTagged: false,
	skipsUnchanged: false,
	addsTag: false,
	searches: [],
	saves: [],
	limit: 0,
	phoneNumberFormat: 'e164',
	defaultCountry: '',
};
