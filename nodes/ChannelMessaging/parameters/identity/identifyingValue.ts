import {
	type CustomFieldReference,
	emailField,
	phoneField,
} from '../../customFieldValues/customFieldReference';
import { emailAddressInText } from '../../customFieldValues/emailAddressInText';
import type { PhoneNumberSettings } from '../../phoneNumbers/phoneNumberSettings';
import { readPhoneNumber } from '../../phoneNumbers/readPhoneNumber';
import { isSamplePhoneNumber } from '../../phoneNumbers/sampleNumber';
import { nonIdentityInAnyField } from '../../texts/missingValuePatterns';
import { visibleName } from '../visibleName';
import { ParameterError } from '../parameterError';
import type { ChannelParameters, ParameterValue } from '../parameterTypes';
import { readCustomFieldValue } from '../readCustomFieldValue';
import { assertNoMissingValue } from './missingValue';
import { quoted } from '../quoted';

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
	assertNoMissingValue(parameter, value, { canBeName });
	const reference = readCustomFieldValue(parameters, enteredName, { value, label });
	const obstacle = nonIdentity(reference, value.trim(), parameters.credential.phoneNumbers);
	if (obstacle === undefined) return reference;
	throw nonIdentityError(parameter, value, obstacle, only(reference.name));
}

/**
 * Throws if the text can't be an ID or a key, for example if it is a number that a spreadsheet
 * shortened.
 */
export function assertIdentity(parameter: ParameterValue, text: string): void {
	const obstacle = nonIdentityInAnyField(text);
	if (obstacle !== undefined) throw nonIdentityError(parameter, text, obstacle);
}

function nonIdentityError(
	{ label }: ParameterValue,
	value: string,
	obstacle: string,
	addition = '',
): ParameterError {
	return new ParameterError(
		`${label} is ${quoted(value)}, which ${obstacle}`,
		`Correct the value, or leave out the item with an If or Filter node.${addition}`,
	);
}

function only(name: string): string {
	if (name !== emailField && name !== phoneField) return '';
	const identifying = { [emailField]: 'email address', [phoneField]: 'phone number' }[name];
	return ` Only a complete ${identifying} identifies a contact.`;
}

/**
 * Returns why the text can't identify a contact, or `undefined` if it can. The reason completes a
 * sentence whose subject is the text.
 */
function nonIdentity(
	{ name, problem }: CustomFieldReference,
	text: string,
	{ format }: PhoneNumberSettings,
): string | undefined {
	if (name === emailField) {
		return emailAddressInText(text) === undefined ? 'is not an email address' : undefined;
	}
	if (name !== phoneField) return nonIdentityInAnyField(text);
	const parsed =
		format === 'asWritten' ? readPhoneNumber(text, { format: 'e164' }) : (problem ?? readNumber);
	if (parsed.kind === 'notANumber') return parsed.rejection;
	return parsed.kind !== 'number' && isSamplePhoneNumber(text)
		? 'is not a real phone number'
		: undefined;
}

const readNumber = { kind: 'number' } as const;
