import { isRecord } from '../client/isRecord';
import { ParameterError } from './parameterError';
import { parametersIn } from './parameterSet';
import type { ParameterValue } from './parameterTypes';

export function readCollection({ value, label, raw, evaluate }: ParameterValue) {
	const values = value ?? {};
	if (isRecord(values)) return parametersIn(values, { raw, evaluate });
	throw new ParameterError(
		`${label} is not a collection of options`,
		'Add the options one by one, and use expressions for their values only.',
	);
}
