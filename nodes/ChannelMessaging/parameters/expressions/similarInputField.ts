import type { IDataObject } from 'n8n-workflow';

import { foldedName } from '../../texts/foldedName';
import { templateExpressions } from './expressionSyntax';

/**
 * Matches the fields that an expression reads, such as `$json.phone` and `$json['phone number']`.
 */
const fieldRead =
	/\$json(?:\?(?=\.))?(?:\.([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\()|\.?\[\s*(["'])(.*?)\2\s*\])/gu;

/**
 * Finds a field that a text's expressions read although the item doesn't have it. Also returns the
 * item's field with a similar name and a value, if the expressions don't read it. Similar names
 * differ only in case, spaces, underscores, hyphens, or invisible characters.
 */
export function similarInputField(
	raw: unknown,
	input: IDataObject,
): { read: string; similar: string } | undefined {
	const fieldsRead = templateExpressions(raw).flatMap((expression) =>
		[...expression.matchAll(fieldRead)].map(([, property = '', , name = property]) => name),
	);
	for (const read of fieldsRead) {
		if (Object.hasOwn(input, read)) continue;
		const folded = foldedName(read);
		const similar = Object.keys(input).find(
			(name) =>
				foldedName(name) === folded && (input[name] ?? '') !== '' && !fieldsRead.includes(name),
		);
		if (similar !== undefined) return { read, similar };
	}
	return undefined;
}
