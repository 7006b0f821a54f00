import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../given';
import { readText } from './text';

/** A short text in one line; the parameter's default where it is empty. */
export function readLabel(parameters: Parameters, field: INodeProperties): string {
	const { value, subject } = parameters.given(field);
	const text = readText({ value: value ?? '', subject })
		.replace(/\s+/g, ' ')
		.trim();
	return text === '' ? String(field.default) : text;
}
