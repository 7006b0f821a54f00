/** One of the answers that an approval offers, by the label of its link and its button. */
export interface Choice {
	label: string;
	approved: boolean;
}

/** How the contact answers: by one of several links, or in words on a page. */
export type ResponseForm =
	| { kind: 'approval'; choices: readonly Choice[] }
	| {
			kind: 'freeText';
			linkLabel: string;
			/** The heading of the page; none where it is empty. */
			title: string;
			/** Above the field. */
			description: string;
			buttonLabel: string;
	  };

/** When the wait for an answer ends, if it does, in milliseconds: from the asking, or since 1970. */
export type WaitLimit = { after: number } | { at: number } | undefined;

/** What a contact is asked. */
export interface Question {
	message: string;
	form: ResponseForm;
	limit: WaitLimit;
}

/** What is known of a question while the execution waits: n8n keeps it with the execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/** Stands in its links and nobody can guess it: the next question of a loop has another one. */
	id: string;
	/** When the workflow goes on without an answer, in milliseconds since 1970. */
	until?: number | undefined;
	/** What comes out beside the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** A link to the page of the question, signed by n8n. Its query says what it answers. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The name under which a link holds its question's id, and the one of its choice. */
export const linkNames = { question: 'question', approved: 'approved' } as const;
