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
			/** The label of a single link. `undefined` if each choice has its own link. */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The visible heading of the page, or an empty string for none. */
			title: string;
			/** Above the fields of the form. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  };

/**
 * The maximum wait after sending the question (`after`), or the time when the wait ends (`at`), in
 * milliseconds. `undefined` if the wait has no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	/** The workflow's time zone, such as `Europe/Madrid`. Older versions didn't store it. */
	timeZone?: string | undefined;
	limit: WaitLimit;
}

/** n8n stores a sent question with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * Each link contains the ID. In a loop, every question has a different ID, so that links to
	 * previous questions are rejected.
	 */
	id: string;
	/** Milliseconds since the epoch. */
	until?: number | undefined;
	/** The output in addition to the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** Returns a signed link to the question's page. The query contains the choice, if any. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** Query parameters. Their names are short, because messages contain the links. */
export const linkNames = { question: 'q', choice: 'a' } as const;

export function choiceValue({ approved }: Choice): string {
	return approved ? '1' : '0';
}

export function questionText({ message, form }: Question, linkTo: LinkTo): string {
	const links =
		form.kind === 'approval' && form.linkLabel === undefined
			? form.choices.map((choice) => ({
					label: choice.label,
					url: linkTo({ [linkNames.choice]: choiceValue(choice) }),
				}))
			: [{ label: form.linkLabel, url: linkTo({}) }];
	return [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
}
