import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { deleteTarball, packPackage } from '../support/n8n';

/** Returns the paths of all files in the published package. */
async function packedFiles(): Promise<string[]> {
	const tarball = await packPackage();
	try {
		const { stdout } = await promisify(execFile)('tar', ['-tzf', tarball]);
		return stdout
			.split('\n')
			.filter((path) => path !== '')
			.map((path) => path.replace(/^package\//, ''));
	} finally {
		await deleteTarball(tarball);
	}
}

const allowed = [
	/^(package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/icons\/[\w.]+\.svg$/,
	/^dist\/(nodes|credentials)\/[\w/.]+\.js$/,
	/^dist\/nodes\/(ChannelMessaging(Trigger)?)\/\1\.node\.json$/,
	/^dist\/nodes\/ChannelMessaging\/__schema__\/[\w/.]+\.json$/,
];

it('The tarball contains the built nodes and credential, and no sources or tests', async () => {
	const paths = await packedFiles();

	expect(paths).toContain('dist/nodes/ChannelMessaging/ChannelMessaging.node.js');
	expect(paths).toContain('dist/credentials/ChannelMessagingApi.credentials.js');
	const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path)));
	expect(others).toEqual([]);
	expect(paths.filter((path) => /(^|[/.])test|\.map$|\.ts$/.test(path))).toEqual([]);
}, 60_000);
