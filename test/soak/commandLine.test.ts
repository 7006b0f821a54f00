import { readCommand } from './commandLine';

const read = (...words: string[]) => readCommand(words, () => 42);

describe('the command line of the soak', () => {
	it('sends 50,000 messages with a seed of its own', () => {
		expect(read()).toEqual({ messages: 50_000, seed: 42, help: false });
	});

	it('takes a number of messages and a seed to replay', () => {
		expect(read('--messages', '500', '--seed', '7')).toEqual({
			messages: 500,
			seed: 7,
			help: false,
		});
	});

	it.each([
		['--messages', '0'],
		['--messages', 'many'],
		['--seed', '1.5'],
	])('refuses %s %s', (option, value) => {
		expect(() => read(option, value)).toThrow(`${option} takes a whole number`);
	});

	it('refuses what it does not know', () => {
		expect(() => read('--fast')).toThrow();
	});
});
