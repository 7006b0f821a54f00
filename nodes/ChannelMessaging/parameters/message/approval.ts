import type { INodeProperties } from 'n8n-workflow';

import type { Choice } from '../../questions/question';
import type { Parameters } from '../given';
import { choiceField, readChoice } from '../values/choice';
import { readCollection } from '../values/collection';
import { readLabel } from '../values/text';

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

const group = {
	displayName: 'Values',
	name: 'values',
	values: [approvalType, approveLabel, disapproveLabel],
};

export const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	description: 'Which answers the contact can give, and what they are called',
	options: [group],
	displayOptions: { show: { responseType: ['approval'] } },
};

/** The answers that an approval offers; only approving, where nothing else was chosen. */
export function readChoices(parameters: Parameters): Choice[] {
	const values = readCollection(
		readCollection(parameters.given(approvalOptionsField)).given(group),
	);
	const approve = { label: readLabel(values, approveLabel), approved: true };
	if (readChoice(values, approvalType) === 'single') return [approve];
	return [approve, { label: readLabel(values, disapproveLabel), approved: false }];
}
