import type { IDataObject } from 'n8n-workflow';

import type { FieldPlan, LinkRequestPlan, QuestionHistory } from '../history/questionHistory';

/** A question in one round of an execution. Times are milliseconds since the epoch. */
export interface RecordedQuestion {
	/** For example `Question 0, round 1`. */
	name: string;
	/** The fields of the form. `undefined` for an approval. */
	fields: readonly FieldPlan[] | undefined;
	/** Whether a property that every version stores is missing, so that it can't be answered. */
	isDamaged: boolean;
	/** The links in the question's message. */
	links: readonly string[];
	/** When the workflow continues without an answer. */
	until: number | undefined;
	/**
	 * The workflow's data if it continues without an answer, and whether n8n also looks for a decision
	 * outside of `data`. `undefined` for questions of older versions.
	 */
	unanswered?: { isReview: boolean; output: IDataObject | undefined };
	/** When the user stopped the execution. */
	endedAt?: number;
	/** The requests that resumed the workflow, in the order in which n8n recorded it. */
	resumedBy: RecordedLinkRequest[];
}

/** A request to a link, and the response. */
export interface RecordedLinkRequest {
	/** `undefined` if a contact only opened the link. */
	plan: LinkRequestPlan | undefined;
	method: string;
	/** The question that the execution waits for when the package handles the request. */
	question: RecordedQuestion;
	/** Whether the link is from the message with this question, and unchanged. */
	isOwnLink: boolean;
	hasValidSignature: boolean;
	/** The values of the fields, as the client entered them. */
	entered: readonly unknown[];
	/**
	 * The choice in the link or of the pressed button, or `undefined` if there is none or it's
	 * unknown.
	 */
	approved: boolean | undefined;
	/** When the package handled the request. */
	at: number;
	status: number;
	/** How often the package sent a response, or returned one to n8n. */
	responses: number;
	responseBytes: number;
	/** The estimated CPU time of the package, in milliseconds. */
	computeMs: number;
	error?: string;
	/** The JSON data that the workflow receives. `undefined` if it isn't resumed. */
	output?: unknown;
	/**
	 * When n8n failed to resume the workflow, or when it would have recorded the answer if its
	 * process hadn't ended.
	 */
	lostAt: number | undefined;
}

/** Everything that n8n and the clients saw. */
export interface QuestionRecording {
	history: QuestionHistory;
	questions: readonly RecordedQuestion[];
	/** The requests that the package handled. n8n responds to all others. */
	requests: readonly RecordedLinkRequest[];
	stateSize: number;
}
