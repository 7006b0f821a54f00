import type { IDataObject } from 'n8n-workflow';

import { foldedName } from '../texts/foldedText';
import { templateExpressions } from './templates';

/** Matches the field that an expression reads, such as `$json.phone` or `$json['phone number']`. */
const fieldRead =
	/\$json(?:\?(?=\.))?(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\.?\[\s*(["'])(.*?)\2\s*\])/gu;

/**
 * Returns the item's field whose name differs from the one that an expression reads only in case,
 * spaces, underscores, hyphens, or invisible characters.
 */
export function similarField(
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

/** Shows invisible characters as escapes, such as `\ufeffphone`. */
export function withEscapes(name: string): string {
	return name.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u00A0]/gu, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
		return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
	});
}
