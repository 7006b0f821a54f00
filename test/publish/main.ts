import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { runNpm } from '../n8n';
import { offeredByEmptyN8n } from './emptyN8n';
import { releaseNotes } from './releaseNotes';

const repository = join(__dirname, '..', '..');
const expectedNodes = [
	`${manifest.name}.channelMessaging`,
	`${manifest.name}.channelMessagingTool`,
];
const expectedCredentials = ['channelMessagingApi'];

function say(line: string): void {
	console.log(line);
}

/** Does everything that publishing does, but for the publishing. */
async function main(): Promise<void> {
	say(`${manifest.name} ${manifest.version}: its release notes`);
	say(releaseNotes(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), manifest.version));

	say('\nnpm publish --dry-run …');
	await runNpm(repository, ['publish', '--dry-run', '--ignore-scripts', '--access', 'public']);

	say('The tarball in an empty n8n …');
	const offered = await offeredByEmptyN8n(say);
	const expected = { nodes: expectedNodes, credentials: expectedCredentials };
	if (JSON.stringify(offered) !== JSON.stringify(expected)) {
		throw new Error(`n8n offers ${JSON.stringify(offered)}, not ${JSON.stringify(expected)}`);
	}
	say(`It offers ${[...offered.nodes, ...offered.credentials].join(', ')}.`);
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
