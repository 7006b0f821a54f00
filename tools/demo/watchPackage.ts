import { watch } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The settings with which n8n reloads a package whose files change, and refreshes open editors. */
export const reloadEnvironment = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' } as const;

/** Where to read the package, where to write it, and who reports the compiler's messages. */
export interface WatchOptions {
	/** The folder with package.json, tsconfig.json, and the sources. */
	readonly sourceFolder: string;
	/** The copy of the package that n8n loads. */
	readonly installedFolder: string;
	readonly report: (message: string) => void;
}

/** Files that n8n reads as they are. */
const isAsset = (path: string): boolean => /\.(json|svg)$/.test(path);

/**
 * Compiles changed sources into an installed package, and copies changed assets. n8n with
 * `reloadEnvironment` watches the package. `n8n-node dev --external-n8n` does the
 * same, but needs a terminal and installs under the node type prefix `CUSTOM`, so examples that
 * contain the package's own node types wouldn't find the node.
 *
 * Returns a function that stops watching.
 */
export function watchPackage({ sourceFolder, installedFolder, report }: WatchOptions): () => void {
	const outDir = join(installedFolder, 'dist');
	const formatHost: ts.FormatDiagnosticsHost = {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => sourceFolder,
		getNewLine: () => '\n',
	};
	const system: ts.System = {
		...ts.sys,
		// Every write makes n8n reload, so unchanged files aren't written.
		writeFile: (path, text, writeByteOrderMark) => {
			if (ts.sys.readFile(path) !== text) ts.sys.writeFile(path, text, writeByteOrderMark);
		},
	};
	const program = ts.createWatchProgram(
		ts.createWatchCompilerHost(
			join(sourceFolder, 'tsconfig.json'),
			{ inlineSourceMap: true, outDir },
			system,
			ts.createEmitAndSemanticDiagnosticsBuilderProgram,
			(diagnostic) => {
				report(ts.formatDiagnostic(diagnostic, formatHost));
			},
			({ messageText }) => {
				report(ts.flattenDiagnosticMessageText(messageText, '\n'));
			},
		),
	);
	const assetWatchers = ['icons', 'nodes'].map((folder) =>
		watch(join(sourceFolder, folder), { recursive: true }, (_, file) => {
			if (file === null || !isAsset(file)) return;
			const text = ts.sys.readFile(join(sourceFolder, folder, file));
			if (text !== undefined) system.writeFile(join(outDir, folder, file), text);
		}),
	);
	return () => {
		program.close();
		for (const watcher of assetWatchers) watcher.close();
	};
}
