const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * Returns the keys of an object, or of each object in a list, including duplicate keys that
 * `JSON.parse` drops. The JSON must be valid.
 */
export function keysIn(json: string): string[][] {
	const objects: string[][] = [];
	const objectDepth = json.trimStart().startsWith('[') ? 2 : 1;
	let depth = 0;
	let text = '';
	for (const [token] of json.matchAll(tokens)) {
		if (token === '{' || token === '[') {
			depth += 1;
			if (depth === objectDepth && token === '{') objects.push([]);
		} else if (token === '}' || token === ']') depth -= 1;
		else if (token !== ':') text = token;
		else if (depth === objectDepth) objects.at(-1)?.push(String(JSON.parse(text)));
	}
	return objects;
}
