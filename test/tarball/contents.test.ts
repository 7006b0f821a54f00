import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repository } from '../support/repository';

const packSchema = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);

const allowed = [
	/^(package\.json|README\.md|LICENSE\.md)$/,
	/^dist\/icons\/[\w.]+\.svg$/,
	/^dist\/(nodes|credentials)\/[\w/.]+\.js$/,
	/^dist\/nodes\/(ChannelMessaging(Trigger)?)\/\1\.node\.json$/,
	/^dist\/nodes\/ChannelMessaging\/__schema__\/[\w/.]+\.json$/,
];

it('The tarball contains the built nodes and credential, and no sources or tests', async () => {
	const command = 'npm pack --dry-run --json --ignore-scripts';
	const { stdout } = await promisify(exec)(command, { cwd: repository });
	const [{ files }] = packSchema.parse(JSON.parse(stdout));
	const paths = files.map(({ path }) => path);

	expect(paths).toContain('dist/nodes/ChannelMessaging/ChannelMessaging.node.js');
	expect(paths).toContain('dist/credentials/ChannelMessagingApi.credentials.js');
	const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path)));
	expect(others).toEqual([]);
	expect(paths.filter((path) => /(^|\/)test\/|\.test\.|\.map$|\.ts$/.test(path))).toEqual([]);
});
