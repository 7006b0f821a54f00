const openers = '([{';
const closers = ')]}';

/** Matches fallback operators, which have no effect after a text because a text is never `null`. */
const fallback = /^(?:\?\?|\|\|)/;

/**
 * Matches operators that bind less tightly than `+`, which means that the expression isn't a
 * concatenation.
 */
const looserOperator = /^(?:\?(?!\.)|[|&=<>,;!~])/;

/**
 * Returns the operands that an expression concatenates to a text: `$json.first` and `$json.last`
 * for `{{ $json.first + ' ' + $json.last }}`, and `$json.total` for a template literal that
 * contains `${$json.total}`. String literals are omitted. Returns an empty list for other
 * expressions.
 */
export function concatenatedOperands(expression: string): string[] {
	const code = expression.replace(/^\{\{|\}\}$/g, '');
	const operands = split(code);
	if (operands === undefined) return [];
	const [first = ''] = operands;
	if (operands.length === 1 && !first.startsWith('`')) return [];
	return operands.flatMap((operand) => {
		if (/^'[^']*'$|^"[^"]*"$/.test(operand)) return [];
		return /^`[^`]*`$/.test(operand) ? insertedInto(operand) : [operand];
	});
}

/** Splits code at each binary `+` that isn't within parentheses, brackets, braces, or quotes. */
function split(code: string): string[] | undefined {
	const operands: string[] = [];
	let start = 0;
	let depth = 0;
	for (let index = 0; index < code.length; index += 1) {
		const character = code.charAt(index);
		if (`'"\``.includes(character)) {
			index = endOfQuote(code, index);
		} else if (openers.includes(character)) depth += 1;
		else if (closers.includes(character)) depth -= 1;
		else if (depth === 0 && looserOperator.test(code.slice(index, index + 2))) {
			if (operands.length === 0 || !fallback.test(code.slice(index))) return undefined;
			return [...operands, code.slice(start, index).trim()];
		} else if (depth === 0 && character === '+' && code.slice(start, index).trim() !== '') {
			operands.push(code.slice(start, index).trim());
			start = index + 1;
		}
	}
	return [...operands, code.slice(start).trim()];
}

/** Returns the index of the closing quote, or the end of the code. */
function endOfQuote(code: string, start: number): number {
	const quote = code.charAt(start);
	for (let index = start + 1; index < code.length; index += 1) {
		if (code.charAt(index) === '\\') index += 1;
		else if (code.charAt(index) === quote) return index;
	}
	return code.length;
}

/**
 * Returns the expressions inserted into a template literal, except for those that contain braces.
 */
function insertedInto(literal: string): string[] {
	return [...literal.matchAll(/\$\{([^{}]*)\}/g)].map(([, inserted = '']) => inserted.trim());
}
