import { type LinkTo, linkNames, type Question } from './question';

/** The text of the one message that goes out: the question, and a link for each answer. */
export function questionText({ message, form }: Question, linkTo: LinkTo): string {
	const links =
		form.kind === 'freeText'
			? [{ label: form.linkLabel, url: linkTo({}) }]
			: form.choices.map(({ label, approved }) => ({
					label,
					url: linkTo({ [linkNames.approved]: String(approved) }),
				}));
	return [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
}
