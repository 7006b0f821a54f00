import type { INodeProperties } from 'n8n-workflow';

import { isBlank } from '../texts/visibleText';
import type { ParameterSet } from './parameterTypes';
import { readText } from './readText';

/** Returns the field's default if the user left the text blank. */
export function readTextOrDefault(parameters: ParameterSet, field: INodeProperties): string {
	const text = readText(parameters.get(field));
	return isBlank(text) ? String(field.default) : text.replace(/\s+/g, ' ').trim();
}
