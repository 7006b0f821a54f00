import { startProcessGroup } from './processGroup';

/** Where packages come from is the user's to say; how they are installed is said here. */
const keptSettings = new Set(
	['cache', 'cafile', 'https_proxy', 'noproxy', 'proxy', 'registry', 'userconfig'].map(
		(setting) => `npm_config_${setting}`,
	),
);

/**
 * The environment for an npm of its own. A script that npm runs inherits that npm's settings, this
 * repository's `ignore-scripts` among them, and n8n does not run without its install scripts.
 */
export function npmEnvironment(outer: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const kept = Object.entries(outer).filter(([name]) => {
		const lowerCase = name.toLowerCase();
		return lowerCase.startsWith('npm_') ? keptSettings.has(lowerCase) : name !== 'NODE_ENV';
	});
	return Object.fromEntries(kept);
}

/** Some packages report their installation to their makers unless they are asked not to. */
const noReports = { DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' };

/** Short: nothing that an aborted npm leaves behind is used. */
const patienceWithNpm = 500;

/** Runs npm in a folder until it is done, or until the signal aborts it. */
export async function runNpm(
	folder: string,
	npmArguments: readonly string[],
	signal?: AbortSignal,
): Promise<void> {
	signal?.throwIfAborted();
	const npm = startProcessGroup({
		command: 'npm',
		arguments: npmArguments,
		folder,
		environment: { ...npmEnvironment(process.env), ...noReports },
	});
	const stop = () => void npm.stop(patienceWithNpm);
	signal?.addEventListener('abort', stop, { once: true });
	try {
		const { code } = await npm.ended;
		signal?.throwIfAborted();
		if (code !== 0) {
			throw new Error(`npm ${npmArguments.join(' ')} ended with ${String(code)}\n${npm.output()}`);
		}
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}
