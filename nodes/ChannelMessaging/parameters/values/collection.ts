import { isRecord } from '../../api/record';
import { type CollectedParameters, type Given, parametersIn } from '../given';
import { ParameterError } from '../parameterError';

/** What was added to a collection; nothing where it is missing. */
export function readCollection({ value, subject }: Given): CollectedParameters {
	const values = value ?? {};
	if (isRecord(values)) return parametersIn(values);
	throw new ParameterError(
		`${subject} is not a collection of options`,
		'Add the options one by one, and use expressions for their values only.',
	);
}
