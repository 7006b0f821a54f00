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
			/** If set, a single link leads to all choices. If not, each choice has its own. */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** Empty if there is no visible heading. */
			title: string;
			/** Text above the form fields. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  }
	/** Answered in the chat. Without replies, any text is an answer. */
	| { kind: 'chat'; replies: readonly ChatReply[] };

/**
 * `after`: milliseconds since the question was sent. `at`: milliseconds since the epoch.
 * `undefined`: no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	/** The workflow's, e.g. `Europe/Madrid`. Missing in questions that older versions stored. */
	timeZone?: string | undefined;
	limit: WaitLimit;
}

/** n8n stores it with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * Part of each link. Differs between the questions of a loop, so links to earlier ones are
	 * rejected.
	 */
	id: string;
	/** In milliseconds since the epoch. */
	until?: number | undefined;
	/** The sent question's output. The answer is added to it. */
	output: Readonly<Record<string, unknown>>;
}

/** A signed link to the page. The query contains the choice, if each choice has its own link. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** Short, since links are part of the message. */
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
