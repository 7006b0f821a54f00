import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The settings with which n8n reloads a package whose files change, and refreshes open editors. */
export const reloadEnvironment = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' } as const;

/**
 * Starts the TypeScript compiler, which compiles changed sources into the copy of the package that
 * an n8n with `reloadEnvironment` watches. `n8n-node dev` does the same, but installs under the node
 * type prefix `CUSTOM`, so examples that contain the package's own node types wouldn't find the node.
 */
export function watchPackage(
	sourceFolder: string,
	installedFolder: string,
): { stop(): Promise<void> } {
	const outDir = join(installedFolder, 'dist');
	const compiler = spawn(
		process.execPath,
		[
			...[require.resolve('typescript/bin/tsc'), '--project', sourceFolder, '--outDir', outDir],
			...['--inlineSourceMap', '--watch', '--preserveWatchOutput'],
		],
		{ stdio: 'inherit' },
	);
	const ended = once(compiler, 'exit');
	return {
		stop: async () => {
			compiler.kill();
			await ended;
		},
	};
}
