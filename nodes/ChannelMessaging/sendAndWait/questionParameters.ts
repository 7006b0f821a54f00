import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/optionsCollection';
import type { ItemParameters, ParameterSet, ParameterValue } from '../parameters/parameterTypes';
import { readChoice } from '../parameters/readChoice';
import { readTextOrDefault } from '../parameters/readTextOrDefault';
import { readFilledText, readText } from '../parameters/readText';
import { isBlank } from '../texts/visibleText';
import { approvalOptionsField, readChoices } from './approvalParameters';
import {
	chatFields,
	chatTexts,
	ifQuestionOpenOption,
	questionFieldOption,
	readChatReplies,
} from './chatParameters';
import { customFormFields, customFormTexts, readCustomForm } from './customFormParameters';
import type { FormField } from './formField';
import { pageTextsOption, readPageTexts } from './pageTextParameters';
import type { PageTexts } from './pageTexts';
import type { Question, ResponseForm } from './question';
import { responseTypeField, shownFor } from './responseType';
import { withToolParameters } from './reviewedToolCall';
import { limitWaitTimeOption, readWaitLimit } from './limitWaitTimeOption';
import { hasSingleLink, singleLinkOption } from './singleLink';

// This parameter is the same as in n8n's own nodes, which users know. n8n's human review also sets
// `message` and `responseType` by name.
const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Order 1042 comes to 480 euros. Shall we send it?',
	description: 'The question. If the contact answers on a page, its link is added below.',
};

const linkLabelOption: INodeProperties = {
	displayName: 'Message Button Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: 'Respond',
	placeholder: 'e.g. Respond',
	description:
		"The text of the link in the message. If each answer has its own link, the links show the answers' labels.",
	displayOptions: shownFor('approval', 'customForm', 'freeText'),
};

const buttonLabelOption: INodeProperties = {
	displayName: 'Response Form Button Label',
	name: 'responseFormButtonLabel',
	type: 'string',
	default: 'Submit',
	placeholder: 'e.g. Submit',
	description: 'The text of the button on the page',
	displayOptions: shownFor('customForm', 'freeText'),
};

const descriptionOption: INodeProperties = {
	displayName: 'Response Form Description',
	name: 'responseFormDescription',
	type: 'string',
	default: '',
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Tell us what we should change',
	description: 'The text above the fields. Defaults to the message.',
	displayOptions: shownFor('customForm', 'freeText'),
};

const titleOption: INodeProperties = {
	displayName: 'Response Form Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your order',
	description: 'The heading of the page',
	displayOptions: shownFor('customForm', 'freeText'),
};

export const questionFields = [
	messageField,
	responseTypeField,
	approvalOptionsField,
	...customFormFields,
	...chatFields,
];

/** Options whose text is shown to the contact. */
const textOptions = [
	linkLabelOption,
	pageTextsOption,
	buttonLabelOption,
	descriptionOption,
	titleOption,
];

export const questionOptions: readonly INodeProperties[] = [
	ifQuestionOpenOption,
	limitWaitTimeOption,
	{ ...questionFieldOption, displayOptions: shownFor('replyInChat') },
	...textOptions,
	singleLinkOption,
];

export function readQuestion(parameters: ItemParameters): Question {
	const message = readFilledText(withToolParameters(parameters.get(messageField)));
	const texts = readPageTexts(parameters);
	const form = readForm(parameters, message, texts);
	return {
		message,
		form,
		texts,
		timeZone: parameters.timeZone,
		limit: readWaitLimit(parameters),
	};
}

export function questionTexts(parameters: ParameterSet): ParameterValue[] {
	const responseType = readChoice(parameters, responseTypeField);
	const options = optionsOf(parameters);
	return [
		withToolParameters(parameters.get(messageField)),
		...(responseType === 'approval' ? [parameters.get(approvalOptionsField)] : []),
		...(responseType === 'customForm' ? customFormTexts(parameters) : []),
		...(responseType === 'replyInChat' ? chatTexts(parameters) : []),
		...(responseType === 'replyInChat' ? [] : textOptions.map((option) => options.get(option))),
	];
}

function readForm(parameters: ParameterSet, message: string, texts: PageTexts): ResponseForm {
	const responseType = readChoice(parameters, responseTypeField);
	if (responseType === 'replyInChat') return { kind: 'chat', replies: readChatReplies(parameters) };
	const options = optionsOf(parameters);
	const linkLabel = readTextOrDefault(options, linkLabelOption);
	if (responseType === 'approval') {
		const choices = readChoices(parameters);
		return hasSingleLink(parameters, choices)
			? { kind: 'approval', choices, linkLabel }
			: { kind: 'approval', choices };
	}
	const description = readText(options.get(descriptionOption));
	return {
		kind: 'form',
		linkLabel,
		title: readTextOrDefault(options, titleOption),
		description: isBlank(description) ? message : description,
		buttonLabel: readTextOrDefault(options, buttonLabelOption),
		fields: responseType === 'customForm' ? readCustomForm(parameters) : [textFieldOf(texts)],
	};
}

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
