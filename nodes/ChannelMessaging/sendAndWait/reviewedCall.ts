import type { ParameterValue } from '../parameters/parameterTypes';

/** In the default message of a human review since n8n 2.41, although the value is an object. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** The default message of a human review before n8n 2.41, which sets it instead of this package. */
const defaultMessage = '=The agent wants to call {{ $tool.name }}';

/**
 * Shows the parameters of the tool as JSON in the message of a human review. n8n shows
 * `[object Object]` or nothing, and the person would approve a call without seeing it.
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
