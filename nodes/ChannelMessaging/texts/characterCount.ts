/** Counts code points. Unlike `Array.from`, this is fast for 1 MB of text. */
export function characterCount(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; count += 1) {
		index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
	}
	return count;
}
