import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/options';
import type { ItemParameters, Parameters } from '../parameters/parameter';
import {
	choiceField,
	readChoice,
	readCollection,
	readFilledText,
	readLabel,
	readText,
} from '../parameters/readers';
import type { Choice, Question, ResponseForm } from './question';
import { limitWaitTimeOption, readWaitLimit } from './waitLimit';

// Labels and names are those of n8n's own nodes, so that users recognize them. The human review of
// AI agents also sets `message` and `responseType` by name.
const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Order 1042 comes to 480 euros. Shall we send it?',
	description: 'The question. A link for each answer is added below it.',
};

const responseTypeField = choiceField({
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	default: 'approval',
	description: 'How the contact answers on the page that the link opens',
	options: [
		{ name: 'Approval', value: 'approval', description: 'With a button' },
		{ name: 'Free Text', value: 'freeText', description: 'In words' },
	],
});

const approveLabel: INodeProperties = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
	description: 'The text of the link and the button that approve',
};

const disapproveLabel: INodeProperties = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: 'Decline',
	placeholder: 'e.g. Decline',
	description: 'The text of the link and the button that decline',
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

const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	description: 'Which answers the contact can give, and their labels',
	options: [approvalGroup],
	displayOptions: { show: { responseType: ['approval'] } },
};

const forFreeText = { show: { '/responseType': ['freeText'] } };

const linkLabelOption: INodeProperties = {
	displayName: 'Message Button Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: 'Respond',
	placeholder: 'e.g. Respond',
	description: 'The text of the link in the message',
	displayOptions: forFreeText,
};

const buttonLabelOption: INodeProperties = {
	displayName: 'Response Form Button Label',
	name: 'responseFormButtonLabel',
	type: 'string',
	default: 'Submit',
	placeholder: 'e.g. Submit',
	description: 'The text of the button on the page',
	displayOptions: forFreeText,
};

const descriptionOption: INodeProperties = {
	displayName: 'Response Form Description',
	name: 'responseFormDescription',
	type: 'string',
	default: '',
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Tell us what we should change',
	description: 'The text above the field; the message if this is empty',
	displayOptions: forFreeText,
};

const titleOption: INodeProperties = {
	displayName: 'Response Form Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your order',
	description: 'The heading of the page',
	displayOptions: forFreeText,
};

export const questionFields = [messageField, responseTypeField, approvalOptionsField];

export const questionOptions: readonly INodeProperties[] = [
	limitWaitTimeOption,
	linkLabelOption,
	buttonLabelOption,
	descriptionOption,
	titleOption,
];

/** Returns the question, the form of the answer, and the limit of the wait. */
export function readQuestion(parameters: ItemParameters): Question {
	const message = readFilledText(parameters.get(messageField));
	return { message, form: readForm(parameters, message), limit: readWaitLimit(parameters) };
}

function readForm(parameters: Parameters, message: string): ResponseForm {
	if (readChoice(parameters, responseTypeField) === 'approval') {
		return { kind: 'approval', choices: readChoices(parameters) };
	}
	const options = optionsOf(parameters);
	const description = readText(options.get(descriptionOption));
	return {
		kind: 'freeText',
		linkLabel: readLabel(options, linkLabelOption),
		title: readLabel(options, titleOption),
		description: description.trim() === '' ? message : description,
		buttonLabel: readLabel(options, buttonLabelOption),
	};
}

/** Returns the choices of an approval. By default, the contact can only approve. */
function readChoices(parameters: Parameters): Choice[] {
	const approval = readCollection(parameters.get(approvalOptionsField));
	const values = readCollection(approval.get(approvalGroup));
	const approve = { label: readLabel(values, approveLabel), approved: true };
	if (readChoice(values, approvalType) === 'single') return [approve];
	return [approve, { label: readLabel(values, disapproveLabel), approved: false }];
}
