import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';

/**
 * Throws if fixed text contains `{{ $`, because n8n doesn't resolve expressions in fixed text. The
 * result of an expression may contain anything.
 */
export function assertResolved({ raw, label }: ParameterValue): void {
	if (typeof raw !== 'string' || raw.startsWith('=') || !/\{\{\s*\$/.test(raw)) return;
	throw new ParameterError(
		`${label} is fixed text, but contains an expression: ${quoted(raw)}`,
		`Switch ${label} to Expression.`,
	);
}
