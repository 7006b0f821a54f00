/** A value that a client submits for a field of a form. */
export type EntryPlan =
	/** One of several values for the type of the field, which a person would or wouldn't enter. */
	| { kind: 'unusual' | 'usual'; variant: number }
	| { kind: 'text'; text: string }
	| { kind: 'long'; text: string; times: number }
	/** Several values with the same name. */
	| { kind: 'several'; texts: readonly string[] }
	/** Repeats an option of the field, if it has options. */
	| { kind: 'repeatedOption'; times: number }
	/** JSON values, which only clients other than browsers submit. */
	| { kind: 'json'; json: string };

/** The types of form fields in *Element Type*. */
export const fieldTypes = [
	'checkbox',
	'date',
	'dropdown',
	'email',
	'number',
	'radio',
	'text',
	'textarea',
] as const;

export interface FieldPlan {
	type: (typeof fieldTypes)[number];
	isRequired: boolean;
	/** The key of the answer, unless another field has the same key. */
	key: string;
	/** The options, if the type has options. */
	options: readonly string[];
}

export type FormPlan =
	| { kind: 'approval'; answers: 1 | 2; singleLink: boolean | undefined }
	| { kind: 'freeText' }
	| { kind: 'customForm'; isJson: boolean; fields: readonly FieldPlan[] };

/** An execution that waits for an answer. */
export interface QuestionPlan {
	nodeName: string;
	/** After this time, the workflow continues without an answer. `undefined`: never. */
	limitSeconds: number | undefined;
	source: /** The node asks the question. A loop asks several times. */
	| { kind: 'asked'; form: FormPlan; rounds: number; language: string; textLength: number }
		/** A released version of the node stored the question. */
		| {
				kind: 'stored';
				fixture: number;
				/** The path of the property that is removed, or an empty string. */
				damage: string;
		  };
}

/** How a client changes the link in the message. */
export const tamperings = [
	'addedParameter',
	'changedChoice',
	'changedQuestion',
	'emptySignature',
	'noSignature',
	'otherSignature',
	'wrongSignature',
] as const;

export type Tampering = (typeof tamperings)[number] | 'none';

export interface LinkRequestPlan {
	/** The numbers of the execution, and of the link in its message. */
	question: number;
	link: number;
	/** Whether the link is from the previous round of a loop. */
	isPreviousRound: boolean;
	tampering: Tampering;
	method: 'GET' | 'HEAD' | 'POST' | 'PUT';
	encoding: 'form' | 'json' | 'multipart' | 'none' | 'text';
	/** The values of the fields, in turn. */
	entries: readonly EntryPlan[];
	/** The number of values with other names. */
	otherValues: number;
	/** The time until n8n has recorded that the workflow resumed. */
	recordMs: number;
	/** What happens to the connection and to n8n while n8n resumes the workflow. */
	resumption: 'clientLeaves' | 'fails' | 'succeeds';
}

export type QuestionEvent = { afterMs: number } & (
	| { kind: 'request'; request: LinkRequestPlan }
	/** The same request twice. */
	| { kind: 'twoRequests'; request: LinkRequestPlan; intervalMs: number }
	/** n8n's process ends, and a new one starts. */
	| { kind: 'restart' }
	/** The user stops an execution. */
	| { kind: 'stop'; question: number }
);

/** What happens to questions, and to the links in their messages. */
export interface QuestionHistory {
	seed: number;
	/** Whether n8n validates all signatures of links, as n8n 2.41 does. */
	validatesAll: boolean;
	questions: readonly QuestionPlan[];
	events: readonly QuestionEvent[];
}
