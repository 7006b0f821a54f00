/** Returns a Markdown table with aligned columns. */
export function table(titles: readonly string[], lines: ReadonlyArray<readonly string[]>): string {
	const widths = titles.map((title, column) =>
		Math.max(3, title.length, ...lines.map((line) => line[column]?.length ?? 0)),
	);
	const format = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const rule = widths.map((width) => '-'.repeat(width));
	return [format(titles), format(rule), ...lines.map(format)].join('\n');
}

export function percent(fraction: number, digits = 1): string {
	return `${(fraction * 100).toFixed(digits)}%`;
}
