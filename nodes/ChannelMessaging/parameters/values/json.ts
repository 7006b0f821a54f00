/** What a JSON text says; undefined where it isn't valid JSON. */
export function parsedJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The first key that the object in a JSON text has twice, which `JSON.parse` doesn't tell. Looks at
 * the outermost object only; the text must be valid JSON.
 */
export function repeatedKey(json: string): string | undefined {
	const seen = new Set<string>();
	let depth = 0;
	let text = '';
	for (const [token] of json.matchAll(tokens)) {
		if (token === '{' || token === '[') depth += 1;
		else if (token === '}' || token === ']') depth -= 1;
		else if (token !== ':') text = token;
		else if (depth === 1) {
			const key = String(JSON.parse(text));
			if (seen.has(key)) return key;
			seen.add(key);
		}
	}
	return undefined;
}
