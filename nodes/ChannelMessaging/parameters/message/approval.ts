import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import type { Choice } from '../../questions/question';
import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { readLabel } from '../values/label';

const approveLabel: INodeProperties = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
	description: 'The text of the link and of the button that approve',
};

const disapproveLabel: INodeProperties = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	default: 'Decline',
	placeholder: 'e.g. Decline',
	description: 'The text of the link and of the button that decline',
	displayOptions: { show: { approvalType: ['double'] } },
};

const approvalType: INodeProperties = {
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	default: 'single',
	description: 'Which answers the contact can give',
	options: [
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Approve and Disapprove', value: 'double' },
	],
};

export const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	description: 'Which answers the contact can give, and what they are called',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [approvalType, approveLabel, disapproveLabel],
		},
	],
	displayOptions: { show: { responseType: ['approval'] } },
};

/** The answers that an approval offers; only approving, where nothing else was chosen. */
export function readChoices(parameters: ItemParameters): Choice[] {
	const given = parameters.value(approvalOptionsField.name);
	const values = isRecord(given) && isRecord(given.values) ? given.values : {};
	const approve = { label: readLabel(values[approveLabel.name], approveLabel), approved: true };
	switch (values[approvalType.name] ?? approvalType.default) {
		case 'single':
			return [approve];
		case 'double':
			return [
				approve,
				{ label: readLabel(values[disapproveLabel.name], disapproveLabel), approved: false },
			];
		default:
			throw new ParameterError(
				`'${approvalType.displayName}' is not one of its choices`,
				'Choose one from the list, or have the expression give single or double.',
			);
	}
}
