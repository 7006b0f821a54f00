import type { ParameterValue } from '../parameters/parameterTypes';

/** Part of n8n's default message since 2.41, although the value is an object. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** The default message before n8n 2.41. */
const defaultMessage = '=The agent wants to call {{ $tool.name }}';

/**
 * Shows the tool call's parameters as JSON. n8n would show `[object Object]` or nothing, and the
 * person would approve a call blindly.
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
