const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

// tsc never removes the output of a source file that is gone.
function clean() {
	return rm('dist', { force: true, recursive: true });
}

// n8n reads icons and the codex beside the compiled node; tsc copies neither.
function buildIcons() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.clean = clean;
exports['build:icons'] = buildIcons;
