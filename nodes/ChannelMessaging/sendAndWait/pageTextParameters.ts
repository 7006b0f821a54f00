import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/optionsCollection';
import { ParameterError } from '../parameters/parameterError';
import type { ParameterSet } from '../parameters/parameterTypes';
import { quoted } from '../parameters/quoted';
import { readCollection } from '../parameters/readCollection';
import { readTextOrDefault } from '../parameters/readTextOrDefault';
import { defaultTexts, type PageTexts } from './pageTexts';
import { maxPageTextCharacters } from './questionSizeLimits';
import { shownFor } from './responseType';

function textField(
	name: keyof PageTexts,
	displayName: string,
	displayOptions?: IDisplayOptions,
): INodeProperties {
	const text = defaultTexts[name];
	return {
		displayName,
		name,
		type: 'string',
		default: text,
		placeholder: `e.g. ${text}`,
		...(displayOptions === undefined ? {} : { displayOptions }),
	};
}

const languageField: INodeProperties = {
	displayName: 'Language Code',
	name: 'language',
	type: 'string',
	default: 'en',
	placeholder: 'e.g. es',
	description: 'The language of the page, as a code such as es, pt-BR, or es_ES',
};

const textFields = [
	languageField,
	textField('pageTitle', 'Page Title'),
	textField('deadline', 'Deadline'),
	textField('fieldLabel', 'Field Label', shownFor('freeText')),
	textField('buttonNote', 'Button Note', shownFor('approval')),
	textField('optionalMark', 'Optional Field Mark', shownFor('customForm')),
	textField('chooseOption', 'Dropdown Prompt', shownFor('customForm')),
	textField('rejectedForm', 'Rejected Form', shownFor('customForm', 'freeText')),
	textField('missingAnswer', 'Missing Answer', shownFor('customForm', 'freeText')),
	textField('rejectedDate', 'Rejected Date', shownFor('customForm')),
	textField('rejectedEmail', 'Rejected Email', shownFor('customForm')),
	textField('rejectedLength', 'Rejected Length', shownFor('customForm', 'freeText')),
	textField('rejectedNumber', 'Rejected Number', shownFor('customForm')),
	textField('rejectedOption', 'Rejected Option', shownFor('customForm')),
	textField('completionTitle', 'Completion Title'),
	textField('completionMessage', 'Completion Message'),
	textField('alreadyAnsweredTitle', 'Already Answered Title'),
	textField('alreadyAnsweredMessage', 'Already Answered Message'),
	textField('closedLinkTitle', 'Closed Link Title'),
	textField('closedLinkMessage', 'Closed Link Message'),
	textField('unsentAnswer', 'Unsent Answer'),
	textField('expiredTitle', 'Expired Title'),
	textField('expiredMessage', 'Expired Message'),
];

const textsGroup = { displayName: 'Values', name: 'values', values: textFields };

export const pageTextsOption: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'fixedCollection',
	// The default contains all English texts so that users see which texts they can translate.
	default: { values: { ...defaultTexts } },
	description: "The words on the page, in the contact's language",
	options: [textsGroup],
	displayOptions: shownFor('approval', 'customForm', 'freeText'),
};

export function readPageTexts(parameters: ParameterSet): PageTexts {
	const option = readCollection(optionsOf(parameters).get(pageTextsOption));
	const values = readCollection(option.get(textsGroup));
	const texts = textFields.map((field): [string, string] => [
		field.name,
		readPageText(values, field),
	]);
	return {
		...defaultTexts,
		...Object.fromEntries(texts),
		language: readLanguage(values),
	};
}

/** Throws if the text is too long for the page. Returns the default if it is blank. */
export function readPageText(values: ParameterSet, field: INodeProperties): string {
	const text = readTextOrDefault(values, field);
	if (text.length <= maxPageTextCharacters) return text;
	throw new ParameterError(
		`${values.get(field).label} has ${String(text.length)} characters`,
		`Enter at most ${String(maxPageTextCharacters)} characters.`,
	);
}

/** Matches a BCP 47 language tag, such as `pt-BR`. */
const languageTag = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

/**
 * Accepts underscores as well, because the custom field `locale` contains values such as `pt_BR`.
 */
function readLanguage(values: ParameterSet): string {
	const language = readTextOrDefault(values, languageField);
	const tag = language.replaceAll('_', '-');
	if (languageTag.test(tag)) return tag;
	throw new ParameterError(
		`${values.get(languageField).label} is ${quoted(language)}, which is not a language code`,
		'Enter a code such as es, gl, or pt-BR.',
	);
}
