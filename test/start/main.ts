import { readCommand, usage } from './commandLine';
import { runDemo } from './demo';

const ending = new AbortController();

function say(line: string): void {
	console.log(line);
}

async function main(): Promise<boolean> {
	const { once, help, folder } = readCommand(process.argv.slice(2));
	if (help) {
		say(usage);
		return true;
	}
	return await runDemo({ once, folder, signal: ending.signal, say });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// Not once: a second Ctrl-C must not cut the cleaning up short.
	process.on(signal, () => {
		ending.abort();
	});
}

main().then(
	(succeeded) => {
		process.exitCode = succeeded ? 0 : 1;
	},
	(failure: unknown) => {
		if (ending.signal.aborted) return;
		console.error(failure instanceof Error ? failure.message : failure);
		process.exitCode = 1;
	},
);
