/** What was asked for on the command line. */
export interface Command {
	/** Run once and end, on a folder that is removed, instead of staying up. */
	readonly once: boolean;
	readonly help: boolean;
}

/** How to call this program. */
export const usage = `npm start              builds the node, starts the local service and n8n with the node and
                       examples, sends a first message, and stays up until Ctrl-C
npm start -- --once    does the same on a fresh folder, ends everything, and fails unless
                       the first message arrived exactly once`;

const known = new Set(['--once', '--help']);

/** Reads the command line. */
export function readCommand(words: readonly string[]): Command {
	const unknown = words.find((word) => !known.has(word));
	if (unknown !== undefined) throw new Error(`I don't know "${unknown}".\n\n${usage}`);
	return { once: words.includes('--once'), help: words.includes('--help') };
}
