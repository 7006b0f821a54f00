import { loneSurrogate } from '../texts/loneSurrogate';
import { ParameterError } from './parameterError';

/** Throws if the text contains half a character, which can't be sent. */
export function assertWholeCharacters(text: string, label: string): void {
	if (!loneSurrogate.test(text)) return;
	throw new ParameterError(
		`${label} contains an incomplete character`,
		'An emoji was probably cut in half when the text was shortened. Shorten the text at another position.',
	);
}
