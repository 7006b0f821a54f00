import { startProcessGroup } from './processGroup';

/** Where packages come from is the user's to say; how they are installed is said here. */
const keptSetting = /^npm_config_(cache|cafile|https_proxy|noproxy|proxy|registry|userconfig)$/i;

/**
 * The environment for an npm of its own. A script that npm runs inherits that npm's settings, this
 * repository's `ignore-scripts` among them, and n8n does not run without its install scripts.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => name !== 'NODE_ENV' && (!/^npm_/i.test(name) || keptSetting.test(name)),
	);
	// Some packages report their installation to their makers unless they are asked not to.
	return { ...Object.fromEntries(kept), DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' };
}

/** Milliseconds for an aborted npm to end: nothing that it leaves behind is used. */
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
		environment: npmEnvironment(),
	});
	const stop = () => void npm.stop(patienceWithNpm);
	signal?.addEventListener('abort', stop, { once: true });
	const code = await npm.ended;
	signal?.removeEventListener('abort', stop);
	signal?.throwIfAborted();
	if (code !== 0) {
		throw new Error(`npm ${npmArguments.join(' ')} ended with ${String(code)}\n${npm.output()}`);
	}
}
