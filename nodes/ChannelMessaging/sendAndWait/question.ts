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
			 * The label of the only link, which leads to all choices. `undefined` if each choice
			 * has its own link.
			 */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The page's heading, or an empty string if no heading is visible. */
			title: string;
			/** The text above the form fields. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  }
	/** The contact answers with a message in the chat. Without replies, any text is an answer. */
	| { kind: 'chat'; replies: readonly ChatReply[] };

/**
 * How long to wait for an answer. `after` is the maximum wait in milliseconds after the question is
 * sent. `at` is the end of the wait in milliseconds since the epoch. `undefined` means no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	/**
	 * The workflow's time zone, such as `Europe/Madrid`. `undefined` in questions that older
	 * versions of the package stored.
	 */
	timeZone?: string | undefined;
	limit: WaitLimit;
}

/** A question that was sent to a contact. n8n stores it with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * The question's ID, which each of its links contains. In a loop, every question has a
	 * different ID, so that links to previous questions are rejected.
	 */
	id: string;
	/** The end of the wait, in milliseconds since the epoch. */
	until?: number | undefined;
	/** The output for the sent question, to which the final output adds the contact's answer. */
	output: Readonly<Record<string, unknown>>;
}

/**
 * Returns a signed link to the question's page. If each choice has its own link, the query contains
 * the choice.
 */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** Query parameter names, which are short because the links are part of the message. */
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
