/** What goes wrong with a call. */
export type Fault =
	/** Answers this status in the envelope; the call does not take effect. */
	| { kind: 'status'; status: number; message?: string; headers?: Record<string, string> }
	/** Takes effect, then answers this status in the envelope. */
	| {
			kind: 'statusAfterEffect';
			status: number;
			message?: string;
			headers?: Record<string, string>;
	  }
	/** Takes effect and answers so much later. */
	| { kind: 'slow'; milliseconds: number }
	/** The socket is destroyed. */
	| { kind: 'connectionLost'; when: 'beforeEffect' | 'afterEffect' }
	/** Takes effect, then answers exactly this: HTML, truncated JSON, nothing, another shape. */
	| {
			kind: 'answer';
			status: number;
			contentType: string;
			body: string;
			headers?: Record<string, string>;
	  }
	/** Takes effect and never answers; the connection stays open. */
	| { kind: 'never' }
	/** Contact search: every page has the first page's contacts and says that another follows. */
	| { kind: 'repeatPages' }
	/** Sends the caller elsewhere; the call does not take effect. */
	| { kind: 'redirect'; location: string; status: number };

/** Which calls a rule is about; without any of these, every call. */
export interface FaultMatch {
	method?: string;
	/** Tested against the path as requested: encoded, with its query. */
	path?: RegExp | string;
	/** The decoded identifier of the contact. */
	contactId?: string;
	/** From the nth call on that meets the rest, counted from 1 since the rule was added. */
	nth?: number;
}

export interface FaultRule {
	match?: FaultMatch;
	/** From 0 to 1; default 1. */
	probability?: number;
	/** How many calls it strikes; default 1, `Infinity` is allowed. */
	times?: number;
	fault: Fault;
}
