import type { Given } from '../given';
import { ParameterError } from '../parameterError';

/** An assignment as somebody gave it, not looked into yet. */
export interface GivenAssignment {
	name: Given;
	value: Given;
}

/** @param holder how messages begin, such as `'Custom Fields' has` */
export function refuseRepeatedNames(names: readonly string[], holder: string): void {
	const seen = new Set<string>();
	for (const name of names) {
		if (seen.has(name)) {
			throw new ParameterError(
				`${holder} the name '${name}' more than once`,
				"Keep one of them: it isn't known which value would count.",
			);
		}
		seen.add(name);
	}
}
