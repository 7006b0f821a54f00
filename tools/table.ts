/** A table in Markdown, which a terminal shows as well as it is. */
export function table(titles: readonly string[], lines: ReadonlyArray<readonly string[]>): string {
	const widths = titles.map((title, column) =>
		Math.max(3, title.length, ...lines.map((line) => line[column]?.length ?? 0)),
	);
	const format = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const rule = widths.map((width) => '-'.repeat(width));
	return [format(titles), format(rule), ...lines.map(format)].join('\n');
}

/** A part of a whole as a percentage, with one digit if not said. */
export function percent(part: number, digits = 1): string {
	return `${(part * 100).toFixed(digits)}%`;
}
