/** Returns `undefined` if the JSON is invalid. */
export function parsedJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Returns the keys of the outermost object, including duplicates, which `JSON.parse` drops. The
 * JSON must be valid.
 */
export function keysIn(json: string): string[] {
	const keys: string[] = [];
	let depth = 0;
	let text = '';
	for (const [token] of json.matchAll(tokens)) {
		if (token === '{' || token === '[') depth += 1;
		else if (token === '}' || token === ']') depth -= 1;
		else if (token !== ':') text = token;
		else if (depth === 1) keys.push(String(JSON.parse(text)));
	}
	return keys;
}
