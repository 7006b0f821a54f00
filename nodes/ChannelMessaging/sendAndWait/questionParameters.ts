import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/options';
import {
	type HintedProperty,
	type ItemParameters,
	ParameterError,
	type ParameterSet,
} from '../parameters/parameter';
import { quoted } from '../parameters/quoted';
import {
	choiceField,
	readBoolean,
	readChoice,
	readCollection,
	readFilledText,
	readLabel,
	readText,
} from '../parameters/readers';
import type { FormField } from './formField';
import { formFieldsFields, readFormFields } from './formFields';
import { defaultTexts, type PageTexts } from './pageTexts';
import type { Choice, Question, ResponseForm } from './question';
import { limitWaitTimeOption, readWaitLimit } from './waitLimit';

// Labels and names are the same as in n8n's own nodes, so that users recognize them. The human
// review of AI agents also sets the parameters `message` and `responseType` by name.
const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Order 1042 comes to 480 euros. Shall we send it?',
	description: 'The question. The link is added below it.',
};

const responseTypeField = choiceField({
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	default: 'approval',
	description: 'How the contact answers on the page that the link opens',
	builderHint: {
		propertyHint:
			'The output contains the answer in data: data.approved (boolean) for "approval", data.text for "freeText", and one key per field for "customForm". Without an answer in time, there is no data.',
	},
	options: [
		{ name: 'Approval', value: 'approval', description: 'With a button' },
		{ name: 'Custom Form', value: 'customForm', description: 'In the fields of a form' },
		{ name: 'Free Text', value: 'freeText', description: 'In words' },
	],
});

const approveLabel: INodeProperties = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
	description: 'The text of the approval button, and of its link if it has its own',
};

const disapproveLabel: INodeProperties = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: 'Decline',
	placeholder: 'e.g. Decline',
	description: 'The text of the decline button, and of its link if it has its own',
	displayOptions: { show: { approvalType: ['double'] } },
};

const approvalType = choiceField({
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	default: 'single',
	description: 'Which answers the contact can give',
	options: [
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Approve and Disapprove', value: 'double' },
	],
});

const approvalGroup = {
	displayName: 'Values',
	name: 'values',
	values: [approvalType, approveLabel, disapproveLabel],
};

const approvalOptionsField: HintedProperty = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	description: 'Which answers the contact can give, and their labels',
	builderHint: {
		propertyHint:
			'By default, the contact can only approve. For yes or no: { "values": { "approvalType": "double", "approveLabel": "Yes", "disapproveLabel": "No" } }.',
	},
	options: [approvalGroup],
	displayOptions: { show: { responseType: ['approval'] } },
};

const forApproval = { show: { '/responseType': ['approval'] } };

const forForm = { show: { '/responseType': ['customForm', 'freeText'] } };

const singleLinkOption: INodeProperties = {
	displayName: 'Single Link',
	name: 'singleLink',
	type: 'boolean',
	default: true,
	description:
		'Whether the message contains one link, to a page with a button for each answer, instead of a link for each answer',
	displayOptions: forApproval,
};

const linkLabelOption: INodeProperties = {
	displayName: 'Message Button Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: 'Respond',
	placeholder: 'e.g. Respond',
	description:
		'The text of the link in the message. If each answer has its own link, the links have the labels of the answers.',
};

const buttonLabelOption: INodeProperties = {
	displayName: 'Response Form Button Label',
	name: 'responseFormButtonLabel',
	type: 'string',
	default: 'Submit',
	placeholder: 'e.g. Submit',
	description: 'The text of the button on the page',
	displayOptions: forForm,
};

const descriptionOption: INodeProperties = {
	displayName: 'Response Form Description',
	name: 'responseFormDescription',
	type: 'string',
	default: '',
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Tell us what we should change',
	description: 'The text above the fields. Defaults to the message.',
	displayOptions: forForm,
};

const titleOption: INodeProperties = {
	displayName: 'Response Form Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your order',
	description: 'The heading of the page',
	displayOptions: forForm,
};

const forCustomForm = { show: { '/responseType': ['customForm'] } };

const forFreeText = { show: { '/responseType': ['freeText'] } };

/** Returns the parameter for a text on the page. The default text is in English. */
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
	textField('fieldLabel', 'Field Label', forFreeText),
	textField('buttonNote', 'Button Note', forApproval),
	textField('optionalMark', 'Optional Field Mark', forCustomForm),
	textField('chooseOption', 'Dropdown Prompt', forCustomForm),
	textField('rejectedForm', 'Rejected Form', forForm),
	textField('missingAnswer', 'Missing Answer', forForm),
	textField('rejectedDate', 'Rejected Date', forCustomForm),
	textField('rejectedEmail', 'Rejected Email', forCustomForm),
	textField('rejectedLength', 'Rejected Length', forForm),
	textField('rejectedNumber', 'Rejected Number', forCustomForm),
	textField('rejectedOption', 'Rejected Option', forCustomForm),
	textField('completionTitle', 'Completion Title'),
	textField('completionMessage', 'Completion Message'),
	textField('alreadyAnsweredTitle', 'Already Answered Title'),
	textField('alreadyAnsweredMessage', 'Already Answered Message'),
	textField('closedLinkTitle', 'Closed Link Title'),
	textField('closedLinkMessage', 'Closed Link Message'),
	textField('expiredTitle', 'Expired Title'),
	textField('expiredMessage', 'Expired Message'),
];

const textsGroup = { displayName: 'Values', name: 'values', values: textFields };

const textsOption: INodeProperties = {
	displayName: 'Page Texts',
	name: 'pageTexts',
	type: 'fixedCollection',
	// The default contains all English texts, so that users know which texts to translate.
	default: { values: { ...defaultTexts } },
	description: 'The words on the page, in the language of the contact',
	options: [textsGroup],
};

export const questionFields = [
	messageField,
	responseTypeField,
	approvalOptionsField,
	...formFieldsFields,
];

export const questionOptions: readonly INodeProperties[] = [
	limitWaitTimeOption,
	linkLabelOption,
	textsOption,
	buttonLabelOption,
	descriptionOption,
	titleOption,
	singleLinkOption,
];

/** Returns the question, the form of its answer, the texts on the page, and the wait limit. */
export function readQuestion(parameters: ItemParameters): Question {
	const message = readFilledText(parameters.get(messageField));
	const texts = readTexts(parameters);
	const form = readForm(parameters, message, texts);
	return {
		message,
		form,
		texts,
		timeZone: parameters.timeZone,
		limit: readWaitLimit(parameters),
	};
}

function readForm(parameters: ParameterSet, message: string, texts: PageTexts): ResponseForm {
	const options = optionsOf(parameters);
	const linkLabel = readLabel(options, linkLabelOption);
	const responseType = readChoice(parameters, responseTypeField);
	if (responseType === 'approval') {
		const choices = readChoices(parameters);
		const isSingleLink = options.has(singleLinkOption)
			? readBoolean(options.get(singleLinkOption))
			: choices.length > 1;
		return isSingleLink ? { kind: 'approval', choices, linkLabel } : { kind: 'approval', choices };
	}
	const description = readText(options.get(descriptionOption));
	return {
		kind: 'form',
		linkLabel,
		title: readLabel(options, titleOption),
		description: description.trim() === '' ? message : description,
		buttonLabel: readLabel(options, buttonLabelOption),
		fields: responseType === 'customForm' ? readFormFields(parameters) : [textFieldOf(texts)],
	};
}

/** Returns the form field for a free-text answer. */
function textFieldOf({ fieldLabel }: PageTexts): FormField {
	return {
		key: 'text',
		label: fieldLabel,
		type: 'textarea',
		isRequired: true,
		placeholder: '',
		defaultValues: [],
		options: [],
	};
}

/** The maximum length of a text on the page, in characters. */
const maxTextLength = 1_000;

/** Returns the texts on the page. Texts that are empty or missing are in English. */
function readTexts(parameters: ParameterSet): PageTexts {
	const option = readCollection(optionsOf(parameters).get(textsOption));
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

function readPageText(values: ParameterSet, field: INodeProperties): string {
	const text = readLabel(values, field);
	if (text.length <= maxTextLength) return text;
	throw new ParameterError(
		`${values.get(field).label} has ${String(text.length)} characters`,
		`Enter at most ${String(maxTextLength)} characters.`,
	);
}

/** Matches the format of a BCP 47 language tag, such as `es` or `pt-BR`. */
const languageTag = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i;

/** Returns a language code. Accepts underscores, because contacts' `locale` contains them. */
function readLanguage(values: ParameterSet): string {
	const language = readLabel(values, languageField);
	const tag = language.replaceAll('_', '-');
	if (languageTag.test(tag)) return tag;
	throw new ParameterError(
		`${values.get(languageField).label} is ${quoted(language)}, which is not a language code`,
		'Enter a code such as es, gl, or pt-BR.',
	);
}

/** Returns the choices of an approval. By default, the contact can only approve. */
function readChoices(parameters: ParameterSet): Choice[] {
	const approval = readCollection(parameters.get(approvalOptionsField));
	const values = readCollection(approval.get(approvalGroup));
	const approve = { label: readLabel(values, approveLabel), approved: true };
	if (readChoice(values, approvalType) === 'single') return [approve];
	return [approve, { label: readLabel(values, disapproveLabel), approved: false }];
}
