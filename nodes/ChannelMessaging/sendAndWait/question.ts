import type { MessageContent } from '../client/message';
import type { OfferedReply } from './chosenReply';
import type { FormField } from './formField';
import type { PageTexts } from './pageTexts';
import type { WaitLimit } from './waitLimit';

export interface Choice {
	label: string;
	approved: boolean;
}

export type ResponseForm =
	| {
			kind: 'approval';
			choices: readonly Choice[];
			/**
			 * The label of a single link that leads to all choices. If unset, each choice has its own link.
			 */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The heading on the page. Empty if the form has no heading. */
			title: string;
			/** The text above the form fields. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  }
	/** A question that is answered in the chat. Without quick replies, any text is an answer. */
	| { kind: 'chat'; replies: readonly OfferedReply[] };

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	/**
	 * The workflow's time zone, such as `Europe/Madrid`. Questions stored by older versions have
	 * none.
	 */
	timeZone?: string | undefined;
	limit: WaitLimit;
}

/** A question that was sent. n8n stores it with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * Part of each link to the question. The ID differs in each iteration of a loop, so that links to
	 * earlier questions are rejected.
	 */
	id: string;
	/**
	 * When the question was sent, in milliseconds since the epoch. Questions stored by older versions
	 * have no time.
	 */
	sentAt?: number | undefined;
	/** The end of the wait, in milliseconds since the epoch. */
	until?: number | undefined;
	/** The node's output for the question, to which the answer is added. */
	output: Readonly<Record<string, unknown>>;
}

/**
 * Returns a signed link to the page. If each choice has its own link, the query contains the
 * choice.
 */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The names of query parameters. They are short because links are part of the message. */
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
