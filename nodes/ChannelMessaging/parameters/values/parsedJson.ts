/** What a JSON text says; undefined where it isn't valid JSON. */
export function parsedJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}
