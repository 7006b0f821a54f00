import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Command {
	/** Run once and end, on a folder that is removed, instead of staying up. */
	readonly once: boolean;
	readonly help: boolean;
	/** Where n8n keeps its data from one start to the next. */
	readonly folder?: string;
}

/** How to call this program. */
export const usage = `npm start              builds the node, starts the local service and n8n with the node and
                       examples, sends a first message, and stays up until Ctrl-C
npm start -- --once    does the same on a fresh folder, ends everything, and fails unless
                       the first message arrived exactly once
npm start -- --folder <folder>
                       keeps n8n's data there, instead of in .n8n-demo`;

/** Reads the command line. */
export function readCommand(words: readonly string[]): Command {
	try {
		const { values } = parseArgs({
			args: [...words],
			options: {
				folder: { type: 'string' },
				help: { type: 'boolean', default: false },
				once: { type: 'boolean', default: false },
			},
		});
		return values;
	} catch {
		throw new Error(`I don't understand "${words.join(' ')}".\n\n${usage}`);
	}
}
