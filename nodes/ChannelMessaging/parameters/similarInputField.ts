import type { IDataObject } from 'n8n-workflow';

import { foldedName } from '../texts/foldedName';
import { templateExpressions } from './expressionSyntax';

/**
 * Matches the fields that an expression reads, such as `$json.phone` and `$json['phone number']`.
 */
const fieldRead =
	/\$json(?:\?(?=\.))?(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\.?\[\s*(["'])(.*?)\2\s*\])/gu;

/**
 * Finds a field that an expression reads but the item doesn't have, and the item's field with a
 * similar name. Similar names differ only in case, spaces, underscores, hyphens, or invisible
 * characters.
 */
export function similarInputField(
	raw: unknown,
	input: IDataObject,
): { read: string; similar: string } | undefined {
	for (const expression of templateExpressions(raw)) {
		for (const [, property = '', , quotedName = property] of expression.matchAll(fieldRead)) {
			if (Object.hasOwn(input, quotedName)) continue;
			const folded = foldedName(quotedName);
			const similar = Object.keys(input).find((name) => foldedName(name) === folded);
			if (similar !== undefined) return { read: quotedName, similar };
		}
	}
	return undefined;
}
