import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { withoutPadding } from './expressions/paddedExpression';
import { parameterLabel } from './parameterLabel';
import type { Field, ParameterSet, ParameterValue } from './parameterTypes';

interface Origin extends Pick<ParameterValue, 'evaluate' | 'raw'> {
	/** Appended to the label in error messages if several parameters have the same label. */
	place?: string;
}

export function parametersBy(
	valueOf: (name: string) => unknown,
	{ raw, evaluate, place = '' }: Origin = {},
): ParameterSet {
	return {
		get({ name, displayName }) {
			const entered = isRecord(raw) ? raw[name] : undefined;
			return {
				value: withoutPadding({ value: valueOf(name), raw: entered, evaluate }),
				label: parameterLabel(displayName, place),
				raw: entered,
				evaluate,
			};
		},
	};
}

/**
 * A missing parameter has the value `undefined`, whereas an expression without a result has `null`.
 */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => (name in values ? (values[name] ?? null) : undefined), origin),
		/** Returns `true` even if the parameter's expression has no result. */
		has: ({ name }: Field) => name in values,
	};
}
