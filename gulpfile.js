const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

// tsc doesn't delete the output of deleted sources.
function clean() {
	return rm('dist', { force: true, recursive: true });
}

// n8n expects icons, codex files, and output schemas next to the compiled code.
function buildIcons() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.clean = clean;
exports['build:icons'] = buildIcons;
