import { readCommand } from './commandLine';

test('without words it stays up', () => {
	expect(readCommand([])).toEqual({ once: false, help: false });
});

test('--once, --help and --folder are understood, anything else is refused with the usage', () => {
	expect(readCommand(['--once'])).toMatchObject({ once: true });
	expect(readCommand(['--help'])).toMatchObject({ help: true });
	expect(readCommand(['--folder', 'there'])).toMatchObject({ folder: 'there' });
	expect(() => readCommand(['--folder'])).toThrow(/npm start/);
	expect(() => readCommand(['--twice'])).toThrow(/--twice[^]*npm start/);
});
