import type { ParameterValue } from '../parameters/parameterTypes';

/**
 * Matches an expression that n8n's default message has contained since 2.41, although its
 * value is an object.
 */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** The default message in versions of n8n before 2.41. */
const defaultMessage = '=The agent wants to call {{ $tool.name }}';

/**
 * Shows the parameters of the tool call as JSON. n8n itself would show `[object Object]` or
 * nothing, so the person would approve the call without seeing its parameters.
 */
export function withToolParameters(message: ParameterValue): ParameterValue {
	const { raw, evaluate } = message;
	if (typeof raw !== 'string' || !raw.startsWith('=') || evaluate === undefined) return message;
	const shown = raw === defaultMessage ? `${raw}:\n\n{{ $tool.parameters }}` : raw;
	const template = shown
		.slice(1)
		.replace(toolParameters, '{{ JSON.stringify($$tool.parameters) }}');
	return raw === `=${template}`
		? message
		: { ...message, value: evaluate(template), raw: `=${template}` };
}
