import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';

/**
 * Examining longer text would block n8n. Values that identify contacts become part of URLs, which
 * are shorter.
 */
const maxCharacters = 10_000;

/**
 * Throws if the text is too long to identify a contact or a message.
 *
 * @param text the value of the parameter as text
 */
export function assertIdentifyingLength({ label }: ParameterValue, text: string): void {
	if (text.length <= maxCharacters) return;
	throw new ParameterError(
		`${label} has more than ${maxCharacters.toLocaleString('en-US')} characters: ${quoted(text)}`,
		'Check the expression and the data of the item. Only a short value can identify something.',
	);
}
