import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { deleteTarball, packPackage } from '../support/n8n';

/** The paths in the tarball that publishing would upload, without its folder. */
async function packed(): Promise<string[]> {
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

/** What may ship: the node, its credential, their icons and descriptions, and who may use it how. */
const allowed = [
	/^(package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/icons\/[\w.]+\.svg$/,
	/^dist\/(nodes|credentials)\/[\w/.]+\.js$/,
	/^dist\/nodes\/(ChannelMessaging(Trigger)?)\/\1\.node\.json$/,
	/^dist\/nodes\/ChannelMessaging\/__schema__\/[\w/.]+\.json$/,
];

it('ships what n8n needs, and nothing else', async () => {
	const paths = await packed();

	expect(paths).toContain('dist/nodes/ChannelMessaging/ChannelMessaging.node.js');
	expect(paths).toContain('dist/credentials/ChannelMessagingApi.credentials.js');
	const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path)));
	expect(others).toEqual([]);
	expect(paths.filter((path) => /(^|[/.])test|\.map$|\.ts$/.test(path))).toEqual([]);
}, 60_000);
