import { parsedJson } from '../parsedJson';
import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';
import { templatePieces } from './expressionResults';
import { fixedText } from './expressionSyntax';

/**
 * Throws if an expression within a list returns a comma, which would add entries. An expression
 * that is the entire list may return any number of entries.
 */
export function assertListStructure(list: ParameterValue): void {
	const { label, raw, value, evaluate } = list;
	if (isJsonTemplate(list)) {
		assertJsonStructure(list);
		return;
	}
	const advice =
		'Make one expression return the whole list, such as {{ ["vip", $json.tag] }}, or enter each entry in its own row.';
	const added = templatePieces(list).find(({ text }) => text.includes(','));
	if (added !== undefined) {
		throw new ParameterError(
			`${label}: ${quoted(added.expression)} returned ${quoted(added.text)}, whose comma would add an entry to the list`,
			advice,
		);
	}
	// Triggers can't evaluate single expressions, so the number of commas is compared with the number
	// in the fixed text.
	const template = evaluate === undefined ? fixedText(raw) : undefined;
	if (template === undefined || typeof value !== 'string') return;
	if (commasIn(value) <= commasIn(template)) return;
	throw new ParameterError(
		`${label}: a comma in an expression's result would add an entry to the list`,
		advice,
	);
}

export function isJsonTemplate({ raw }: ParameterValue): boolean {
	return fixedText(raw)?.trimStart().startsWith('[') === true;
}

function commasIn(text: string): number {
	return text.split(',').length - 1;
}

/**
 * Throws if an expression within JSON changes the structure, for example with a quotation mark that
 * ends a string. Within quotes, its result must be valid in a JSON string. Outside quotes, it must
 * be a single JSON value. An expression that is the entire JSON may return anything.
 */
export function assertJsonStructure(json: ParameterValue): void {
	let isInString = false;
	for (const { before, expression, text } of templatePieces(json)) {
		isInString = endsInString(before, isInString);
		// An empty result makes the JSON invalid, which will be reported when the whole text is parsed.
		if (text === '' || parsedJson(isInString ? `"${text}"` : text) !== undefined) continue;
		throw new ParameterError(
			`${json.label}: ${quoted(expression)} returned ${quoted(text)}, which would change the structure of the JSON`,
			isInString
				? 'Make one expression return the whole value, such as {{ { name: $json.name } }}, or enter each value in its own row.'
				: 'Use {{ JSON.stringify(…) }} without quotes around it, make one expression return the whole value, or enter each value in its own row.',
		);
	}
}

function endsInString(json: string, startsInString: boolean): boolean {
	let isInString = startsInString;
	for (const [token] of json.matchAll(/\\[^]|"/g)) {
		if (token === '"') isInString = !isInString;
	}
	return isInString;
}
