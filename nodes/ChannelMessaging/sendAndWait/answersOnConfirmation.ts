import type { FieldEntry } from './fieldEntry';
import type { LocalizedNumbers } from './localizedNumbers';

/** An answer as shown on the confirmation page. */
export interface EnteredAnswer {
	label: string;
	text: string;
}

/** Omits empty answers. Numbers are shown as they were parsed. */
export function answersOnConfirmation(
	entries: readonly FieldEntry[],
	numbers: LocalizedNumbers,
): EnteredAnswer[] {
	return entries
		.filter(({ values }) => values.length > 0)
		.map(({ field: { label, type }, values }) => {
			const text = [...new Set(values)].join(', ');
			const number = type === 'number' ? numbers.read(text) : undefined;
			return { label, text: number === undefined ? text : numbers.write(number) };
		});
}
