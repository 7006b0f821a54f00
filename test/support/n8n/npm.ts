import { startProcessGroup } from './processGroup';

/** The user's settings for the registry, the cache, and proxies. */
const keptSetting = /^npm_config_(cache|cafile|https_proxy|noproxy|proxy|registry|userconfig)$/i;

/**
 * Returns the environment without the settings of a surrounding `npm run`. They include this
 * repository's `ignore-scripts`, and n8n needs its install scripts.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => name !== 'NODE_ENV' && (!/^npm_/i.test(name) || keptSetting.test(name)),
	);
	// Disables the telemetry of packages that report their installation.
	return { ...Object.fromEntries(kept), DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' };
}

/** Short, because the output of an aborted npm isn't used. */
const terminationTimeoutMs = 500;

// npm sets this variable for the scripts that it runs. Windows can't start `npm` without a shell.
const { npm_execpath: npmScript } = process.env;
const npmCommand = npmScript === undefined ? ['npm'] : [process.execPath, npmScript];

/** Runs npm in a folder. Rejects if npm fails or the signal aborts. */
export async function runNpm(
	folder: string,
	npmArguments: readonly string[],
	signal?: AbortSignal,
): Promise<void> {
	signal?.throwIfAborted();
	const [command = 'npm', ...scripts] = npmCommand;
	const npm = startProcessGroup({
		command,
		arguments: [...scripts, ...npmArguments],
		folder,
		environment: npmEnvironment(),
	});
	const stop = () => void npm.stop(terminationTimeoutMs);
	signal?.addEventListener('abort', stop, { once: true });
	const code = await npm.ended;
	signal?.removeEventListener('abort', stop);
	signal?.throwIfAborted();
	if (code !== 0) {
		throw new Error(`npm ${npmArguments.join(' ')} exited with ${String(code)}\n${npm.output()}`);
	}
}
