import type { INodeProperties } from 'n8n-workflow';

import { readText } from './text';

/** A short text in one line; the parameter's default where it is empty. */
export function readLabel(
	value: unknown,
	{ displayName, default: usual }: INodeProperties,
): string {
	const text = readText(value ?? '', `'${displayName}'`)
		.replace(/\s+/g, ' ')
		.trim();
	return text === '' ? String(usual) : text;
}
