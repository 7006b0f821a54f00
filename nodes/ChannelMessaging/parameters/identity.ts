import {
	type CustomFieldReference,
	emailField,
	phoneField,
} from '../phoneNumbers/customFieldReference';
import { nonIdentity } from '../phoneNumbers/nonIdentity';
import { assertNoPlaceholder } from './assertIdentifies';
import { visibleName } from './customFieldName';
import { ParameterError } from './parameterError';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import { readCustomField } from './phoneNumberOptions';
import { quoted } from './quoted';

/**
 * Reads a custom field whose value must identify a single contact.
 *
 * @param parameter the parameter to mention in error messages. It can also contain the custom
 * field's name.
 */
export function readIdentity(
	parameters: ChannelParameters,
	enteredName: string,
	value: string,
	parameter: ParameterValue,
): CustomFieldReference {
	const { label } = parameter;
	const canBeName = /^(?:first|last)Name$/.test(visibleName(enteredName));
	assertNoPlaceholder(parameter, value, { canBeName });
	const reference = readCustomField(parameters, enteredName, { value, label });
	const obstacle = nonIdentity(reference, value.trim(), parameters.credential.phoneNumbers);
	if (obstacle === undefined) return reference;
	throw new ParameterError(
		`${label} is ${quoted(value)}, which ${obstacle}`,
		`Correct the value, or leave out the item with an If or Filter node.${only(reference.name)}`,
	);
}

function only(name: string): string {
	const identifying = { [emailField]: 'email address', [phoneField]: 'phone number' }[name];
	return identifying === undefined ? '' : ` Only a complete ${identifying} identifies a contact.`;
}
