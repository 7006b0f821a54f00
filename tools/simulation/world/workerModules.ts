import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

import ts from 'typescript';

/** Values that replace globals and modules in the package's code, such as `performance`. */
export interface Replacements {
	globals: Readonly<Record<string, unknown>>;
	/** Replaces modules by name, such as `n8n-workflow`. */
	modules: Readonly<Record<string, unknown>>;
}

/** A source file, compiled once for all workers. */
interface CompiledFile {
	run: (...values: readonly unknown[]) => void;
	/** Maps the name in an import to the file of the package, or to the shared module. */
	imports: Map<string, { file: string } | { shared: unknown }>;
}

const compiledFiles = new Map<string, CompiledFile>();

function compile(file: string, parameters: readonly string[]): CompiledFile {
	const key = JSON.stringify([file, parameters]);
	const known = compiledFiles.get(key);
	if (known !== undefined) return known;
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
		fileName: file,
		compilerOptions: {
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.CommonJS,
			esModuleInterop: true,
		},
	});
	const run = compileFunction(outputText, parameters, { filename: file });
	const compiled = { run: run as CompiledFile['run'], imports: new Map() };
	compiledFiles.set(key, compiled);
	return compiled;
}

function importOf(file: string, name: string, { imports }: CompiledFile) {
	const known = imports.get(name);
	if (known !== undefined) return known;
	const require = createRequire(file);
	const found = name.startsWith('.')
		? { file: require.resolve(name) }
		: { shared: require(name) as unknown };
	imports.set(name, found);
	return found;
}

/**
 * Returns a function that loads source files of the package with their own copies of all modules that
 * they import, as a process of n8n does. Modules from outside of the package are shared.
 */
export function moduleLoader({ globals, modules }: Replacements): (file: string) => unknown {
	const parameters = ['exports', 'require', ...Object.keys(globals)];
	const loaded = new Map<string, object>();
	const load = (file: string): object => {
		const known = loaded.get(file);
		if (known !== undefined) return known;
		const exports = {};
		loaded.set(file, exports);
		const compiled = compile(file, parameters);
		const require = (name: string): unknown => {
			if (name in modules) return modules[name];
			const found = importOf(file, name, compiled);
			return 'file' in found ? load(found.file) : found.shared;
		};
		compiled.run(exports, require, ...Object.values(globals));
		return exports;
	};
	return load;
}
