import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from './parameterError';
import type { ParameterSet, ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';
import { readBoolean } from './readBoolean';
import { readNumber } from './readNumber';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const returnAllFields = [returnAllField, limitField];

export function readReturnsAll(parameters: ParameterSet): boolean {
	return readBoolean(parameters.get(returnAllField));
}

export function readMaxResults(parameters: ParameterSet): number {
	return readLimit(parameters.get(limitField));
}

function readLimit({ value, label }: ParameterValue): number {
	const limit = readNumber(value);
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not a positive whole number`,
		`Enter how many contacts to return at most, or turn on '${returnAllField.displayName}'.`,
	);
}
