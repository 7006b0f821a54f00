import { type ProcessGroup, startProcessGroup } from './processGroup';
import { repository } from '../repository';

/** Starts a TypeScript program of this repository in a process of its own. */
export function startProgram(file: string, words: readonly string[]): ProcessGroup {
	return startProcessGroup({
		command: process.execPath,
		arguments: ['--require', 'tsx/cjs', file, ...words],
		folder: repository,
		environment: { PATH: process.env['PATH'] },
	});
}
