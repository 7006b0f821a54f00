import { parseArgs } from 'node:util';

export interface SoakCommand {
	readonly messages: number;
	readonly seed: number;
	readonly help: boolean;
}

export const usage = `npm run soak -- [options]

  --messages <number>   how many messages to send, 50000 by default
  --seed <number>       replays a run: the seed decides what goes wrong with which message
  --help                this text`;

function wholeNumber(given: string, option: string): number {
	const number = Number(given);
	if (!Number.isInteger(number) || number < 1) {
		throw new Error(`${option} takes a whole number of 1 or more, not '${given}'`);
	}
	return number;
}

/** Reads what was asked for; throws where it makes no sense, and says what. */
export function readCommand(words: readonly string[], newSeed: () => number): SoakCommand {
	const { values } = parseArgs({
		args: [...words],
		options: {
			messages: { type: 'string', default: '50000' },
			seed: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	return {
		messages: wholeNumber(values.messages, '--messages'),
		seed: values.seed === undefined ? newSeed() : wholeNumber(values.seed, '--seed'),
		help: values.help,
	};
}
