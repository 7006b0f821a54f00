import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from '../parameters/parameterError';
import type { HintedProperty, ParameterSet } from '../parameters/parameterTypes';
import { quoted } from '../parameters/quoted';
import { readCollection } from '../parameters/readCollection';
import { choiceField, readChoice } from '../parameters/readChoice';
import { folded } from '../texts/foldedText';
import type { Choice } from './question';
import { readPageText } from './pageTextParameters';

const approveLabel: INodeProperties = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
	description: "The text of the approval button, or of the approval link if 'Single Link' is off",
};

const disapproveLabel: INodeProperties = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: 'Decline',
	placeholder: 'e.g. Decline',
	description: "The text of the decline button, or of the decline link if 'Single Link' is off",
	displayOptions: { show: { approvalType: ['double'] } },
};

const approvalType = choiceField({
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	default: 'single',
	description: 'The answers that the contact can select',
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

export const approvalOptionsField: HintedProperty = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	description: 'The answers that the contact can select and their labels',
	builderHint: {
		propertyHint:
			'By default, the contact can approve but not decline. For yes or no: { "values": { "approvalType": "double", "approveLabel": "Yes", "disapproveLabel": "No" } }.',
	},
	options: [approvalGroup],
	displayOptions: { show: { responseType: ['approval'] } },
};

export function readChoices(parameters: ParameterSet): Choice[] {
	const approval = readCollection(parameters.get(approvalOptionsField));
	const values = readCollection(approval.get(approvalGroup));
	const approve = { label: readPageText(values, approveLabel), approved: true };
	if (readChoice(values, approvalType) === 'single') return [approve];
	const disapprove = { label: readPageText(values, disapproveLabel), approved: false };
	if (folded(approve.label) !== folded(disapprove.label)) return [approve, disapprove];
	throw new ParameterError(
		`'${approveLabel.displayName}' and '${disapproveLabel.displayName}' are both ${quoted(disapprove.label)}`,
		'Change one of them, so that the answer is clear.',
	);
}
