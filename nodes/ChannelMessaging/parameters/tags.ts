import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../client/documentedLimits';
import { assertNotDoubtful, saveDoubtfulTextOption } from './doubtfulText';
import { gap, isEmptyResult, templateParts, withMarkedGaps } from './expressions/expressionResults';
import { templatesIn } from './expressions/expressionSyntax';
import { incompleteError } from './identity/expressionWithoutResult';
import type { LimitedList, CheckedList } from './maxEntriesPerRequest';
import { parsedJson } from './parsedJson';
import { optionsOf, readBooleanOption } from './optionsCollection';
import { checkExpression, ParameterError } from './parameterError';
import type { ItemParameters, ParameterValue } from './parameterTypes';
import { tagSeparator } from '../texts/tagInterpretations';
import { quoted } from './quoted';
import { textRowsOrList } from './textRowsOrList';
import { readTextList } from './readTextList';

const maxCount = limits.tagsPerRequest;

const tags = textRowsOrList({
	singularNoun: 'Tag',
	noun: 'Tags',
	maxCount,
	description: `The names of the tags. More than ${String(maxCount)} tags are sent in several requests.`,
	column: {
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. newsletter',
		description: 'The name of the tag',
	},
	list: {
		placeholder: 'e.g. newsletter, vip',
		description: 'Comma-separated names, or an expression that returns a list',
	},
});

export const tagsFields = tags.fields;

export const tagsOptions = [saveDoubtfulTextOption];

export function readTags(parameters: ItemParameters): CheckedList<string> {
	const list = tags.read(parameters);
	assertSavable(tags.entered(parameters), list.entries, parameters);
	return list;
}

function assertSavable(
	entered: ParameterValue,
	names: readonly string[],
	parameters: ItemParameters,
): void {
	assertSeparated(entered, names);
	if (readBooleanOption(parameters, saveDoubtfulTextOption)) return;
	assertNotDoubtful([entered], parameters.input);
	assertNoMissingPart(entered);
}

/**
 * Matches a missing part next to a symbol with nothing else on the same side, as in `age-{{
 * $json.age }}`, but not in `vip{{ $json.level ? '-' + $json.level : null }}`.
 */
const missingPart = new RegExp(
	String.raw`(?<![\p{L}\p{N}${gap}])${gap}+\s*[-_:/=|@]|[-_:/=|@]\s*${gap}+(?![\p{L}\p{N}${gap}])`,
	'u',
);

/** Throws if an expression's result is empty and leaves a gap in the tag, as in `age-`. */
function assertNoMissingPart({ evaluate, label, raw: entered }: ParameterValue): void {
	for (const raw of templatesIn(entered)) {
		const marked = withMarkedGaps({ raw, evaluate }, isEmptyResult) ?? '';
		const match = missingPart.exec(marked);
		if (match === null) continue;
		const gapsBefore = marked.slice(0, marked.indexOf(gap, match.index)).split(gap).length - 1;
		const empty = templateParts({ value: undefined, label, raw, evaluate }).filter(({ result }) =>
			isEmptyResult(result),
		);
		const part = empty[gapsBefore];
		if (part !== undefined) throw incompleteError(label, part);
	}
}

/**
 * Throws if the text contains a different separator, such as a semicolon. A single tag `opted-out;
 * blocked` wouldn't keep messages from contacts who opted out.
 */
function assertSeparated({ value, label }: ParameterValue, names: readonly string[]): void {
	if (typeof value !== 'string' || parsedJson(value) !== undefined) return;
	const several = names.find((name) => tagSeparator.test(name));
	if (several === undefined) return;
	throw new ParameterError(
		`${label} contains ${quoted(several)}, which is probably more than one tag`,
		'Separate tags with commas. If it is one tag, make an expression return a list, such as {{ ["a; b"] }}.',
	);
}

export const tagsOption: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. newsletter, vip',
	description:
		'Tags to add to the saved contact: comma-separated names, or an expression that returns a list. They are added in a second request.',
};

export function readTagsOption(parameters: ItemParameters): LimitedList<string> {
	const options = optionsOf(parameters);
	if (!options.has(tagsOption)) return { entries: [], noun: 'tags', maxCount };
	const option = options.get(tagsOption);
	if (option.value === undefined || option.value === null) {
		throw new ParameterError(`${option.label} has no value`, checkExpression);
	}
	const entries = readTextList(option);
	assertSavable(option, entries, parameters);
	return { entries, noun: 'tags', maxCount };
}
