import { convertByField } from '../customFieldValues/convertByField';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { readPhoneNumberSettings } from './defaultCountry';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import { readText } from './readText';
import { visibleName } from './visibleName';

/** @param enteredName the entered name, which may contain invisible characters */
export function readCustomFieldValue(
	parameters: ChannelParameters,
	enteredName: string,
	entered: ParameterValue,
): CustomFieldReference {
	const name = visibleName(enteredName);
	const reference = convertByField(name, readText(entered), readPhoneNumberSettings(parameters));
	return name === enteredName ? reference : { ...reference, enteredName };
}
