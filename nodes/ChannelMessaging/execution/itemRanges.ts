/**
 * The maximum number of ranges in a message. In a long list, for example, every other item can
 * fail.
 */
const maxListedRanges = 50;

/** Formats item ranges, such as `items 0–4, 6 and 8–9`, or `items 0, 2 and 40 more`. */
export function itemRanges(items: readonly number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	let listed = 0;
	for (const item of items) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else if (ranges.length === maxListedRanges) break;
		else ranges.push({ first: item, last: item });
		listed += 1;
	}
	const texts = ranges.map(({ first, last }) =>
		first === last ? String(first) : `${String(first)}–${String(last)}`,
	);
	if (listed < items.length) texts.push(`${String(items.length - listed)} more`);
	const end = texts.pop() ?? '';
	const list = texts.length === 0 ? end : `${texts.join(', ')} and ${end}`;
	return items.length === 1 ? `item ${list}` : `items ${list}`;
}
