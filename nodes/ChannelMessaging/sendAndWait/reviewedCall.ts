import type { ParameterValue } from '../parameters/parameterTypes';

/** n8n's default review message contains this since 2.41, although the value is an object. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** The default message for human reviews that n8n before 2.41 sets. */
const defaultMessage = '=The agent wants to call {{ $tool.name }}';

/**
 * Shows the reviewed tool call's parameters as JSON. Otherwise, n8n would show `[object Object]` or
 * nothing, and the person would approve a call without seeing its parameters.
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
