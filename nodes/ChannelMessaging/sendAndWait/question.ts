import type { MessageContent } from '../client/model';
import type { ChatReply } from './chatReply';
import type { FormField } from './formField';
import type { PageTexts } from './pageTexts';

export interface Choice {
	label: string;
	approved: boolean;
}

export type ResponseForm =
	| {
			kind: 'approval';
			choices: readonly Choice[];
			/**
			 * The label of a single link to all choices, or `undefined` if each choice has its own link.
			 */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The page's visible heading. If the title is empty, the page has no visible heading. */
			title: string;
			/** The text above the form fields. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  }
	/** The contact answers with a message. Without replies, any text is an answer. */
	| { kind: 'chat'; replies: readonly ChatReply[] };

/**
 * `after` is the maximum wait in milliseconds, which starts when the question is sent. `at` is the
 * end of the wait, in milliseconds since the epoch. `undefined` means that the wait has no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	/**
	 * The workflow's time zone, such as `Europe/Madrid`. It is missing from questions that older
	 * versions of the package stored.
	 */
	timeZone?: string | undefined;
	limit: WaitLimit;
}

/** A question that was sent to a contact. n8n stores the question with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * Each link contains the question's ID. In a loop, every question has a different ID, so links to
	 * previous questions are rejected.
	 */
	id: string;
	/** The end of the wait, in milliseconds since the epoch. */
	until?: number | undefined;
	/**
	 * The output of sending the question. The node's final output also contains the contact's answer.
	 */
	output: Readonly<Record<string, unknown>>;
}

/**
 * Returns a signed link to the question's page. If each choice has its own link, the query contains
 * the choice.
 */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The names of query parameters are short, because each link is part of the message. */
export const linkNames = { question: 'q', choice: 'a' } as const;

export function choiceValue({ approved }: Choice): string {
	return approved ? '1' : '0';
}

export function questionContent({ message, form }: Question, linkTo: LinkTo): MessageContent {
	if (form.kind === 'chat') {
		const replies = form.replies.map(({ text }) => text);
		return replies.length === 0
			? { type: 'text', text: message }
			: { type: 'quick_reply', title: message, replies };
	}
	const links =
		form.kind === 'approval' && form.linkLabel === undefined
			? form.choices.map((choice) => ({
					label: choice.label,
					url: linkTo({ [linkNames.choice]: choiceValue(choice) }),
				}))
			: [{ label: form.linkLabel, url: linkTo({}) }];
	const lines = links.map(({ label, url }) => `${label}: ${url}`);
	return { type: 'text', text: [message, ...lines].join('\n\n') };
}
