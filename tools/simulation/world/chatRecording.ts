import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type {
	ChatHistory,
	ChatMessagePlan,
	ChatQuestionPlan,
	FieldEdit,
} from '../history/chatHistory';
import type { IdleState } from './recording';

/** A request of the package to the link of a question. Times are milliseconds since the epoch. */
export interface RecordedChatRequest {
	url: string;
	/** The number of the execution that requested the link. */
	from: number;
	body: unknown;
	/** When the package handled the request. `undefined`: n8n responded without it. */
	handledAt?: number;
}

/** The event that resumed an execution. */
export interface Resumption {
	/** When the package accepted the answer. */
	acceptedAt: number;
	/** When n8n recorded it. Until then, n8n shows the execution as waiting. */
	recordedAt: number;
	/** The number of the execution that requested the link. */
	from: number;
	url: string;
	/** The output that the workflow receives. */
	output: unknown;
}

/** A question in one round of an execution. Times are milliseconds since the epoch. */
export interface RecordedChatQuestion {
	/** For example `Question 0, round 1`. */
	name: string;
	node: string;
	plan: ChatQuestionPlan;
	execution: number;
	startedAt: number;
	/** The token of the credential when the node asked. */
	token: string;
	/** The question's links, which n8n signed. */
	links: string[];
	error?: string;
	/** When n8n had recorded that the execution waits. */
	waitsSince?: number;
	/** When the workflow continues without an answer. */
	until?: number;
	resumptions: Resumption[];
	/** When the user stopped the execution, or its process ended while it ran. */
	endedAt?: number;
}

/** An execution of *Pass On Reply*. Times are milliseconds since the epoch. */
export interface RecordedDelivery {
	plan: ChatMessagePlan;
	execution: number;
	process: number;
	token: string;
	startedAt: number;
	/** `undefined` if the process ended. */
	endedAt?: number;
	output?: unknown;
	error?: string;
}

/** A message that the service accepted. */
export interface AcceptedQuestion {
	execution: number;
	writtenAt: number;
	at: number;
}

/** A value that the package saved in a custom field. */
export interface SavedValue {
	execution: number;
	at: number;
	value: string;
	/** The value that the execution had read last. */
	read: string;
}

/** A custom field that someone edited. */
export interface RecordedEdit {
	edit: FieldEdit;
	at: number;
}

/** Everything that n8n, the contacts, and the service saw. */
export interface ChatRecording {
	history: ChatHistory;
	questions: readonly RecordedChatQuestion[];
	deliveries: readonly RecordedDelivery[];
	linkRequests: readonly RecordedChatRequest[];
	accepted: readonly AcceptedQuestion[];
	saved: readonly SavedValue[];
	edits: readonly RecordedEdit[];
	/** When processes ended, and new ones started. */
	restarts: ReadonlyArray<{ process: number; at: number }>;
	idleStates: readonly IdleState[];
	/** The contacts of each channel, with all versions. */
	contacts: readonly ContactStore[];
	/** The IDs of the contacts, by their numbers. */
	contactIds: readonly string[];
}
