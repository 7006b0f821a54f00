/**
 * Matches the placeholders that common programs use: `{{ name }}`, `{name}`, `${name}`, `<% %>`,
 * `*|NAME|*`.
 */
export const unresolvedPlaceholder = [
	String.raw`\{\{[^{}]*\}\}|\{\{\s*\$`,
	String.raw`\{\p{ID_Start}\p{ID_Continue}*\}`,
	String.raw`\$\{[^{}]*\}`,
	String.raw`<%[^%]*%>`,
	String.raw`\*\|\w+\|\*`,
].join('|');
