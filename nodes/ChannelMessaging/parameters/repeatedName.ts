import { ParameterError } from './parameterError';

/** @param errorStart the start of the error message, such as `'Custom Fields' has` */
export function assertUnique(names: readonly string[], errorStart: string): void {
	const seen = new Set<string>();
	const repeated = names.find((name) => seen.size === seen.add(name).size);
	if (repeated === undefined) return;
	throw new ParameterError(
		`${errorStart} the name '${repeated}' more than once`,
		'Keep only one of them, because the result would be unpredictable.',
	);
}
