import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../test/n8n/ui/fixture/test';
import { installedPackageFolder, waitFor } from '../../test/support/n8n';
import { repository } from '../../test/support/repository';
import { sendText } from '../../test/support/fixtures/parameters';
import { channelMessagingNode, nodeName } from '../../test/support/fixtures/nodeWorkflow';
import { reloadEnvironment, watchPackage } from './watchPackage';

test.use({ n8nVariables: reloadEnvironment });

/** The compiler is slow next to several n8n processes and browsers. */
const timeoutMs = 240_000;

const labelFile = join('nodes', 'ChannelMessaging', 'operations', 'index.ts');
const label = `displayName: 'Resource'`;

let sourceFolder: string;
let compiler: ReturnType<typeof watchPackage>;

test.beforeAll(async ({ editor, environment }) => {
	sourceFolder = await mkdtemp(join(tmpdir(), 'sources-'));
	for (const path of ['credentials', 'icons', 'nodes', 'package.json', 'tsconfig.json']) {
		await cp(join(repository, path), join(sourceFolder, path), { recursive: true });
	}
	await symlink(join(repository, 'node_modules'), join(sourceFolder, 'node_modules'), 'junction');
	const { client, userFolder } = environment;
	const installedFolder = installedPackageFolder(userFolder);
	compiler = watchPackage(sourceFolder, installedFolder);
	const compiled = join(installedFolder, 'dist', labelFile).replace(/ts$/, 'js');
	// The built package contains no source maps.
	await waitFor(
		'the first compilation',
		async () => (await readFile(compiled, 'utf8')).includes('sourceMappingURL'),
		timeoutMs,
	);
	const nodes = [channelMessagingNode(sendText())];
	const { id } = await client.createWorkflow({ name: 'Reload', nodes, connections: {} });
	await editor.openWorkflow(id);
	await editor.canvas.open(nodeName);
	await expect(editor.page.getByText('Resource', { exact: true })).toBeVisible();
});

test.afterAll(async () => {
	await compiler.stop();
	await rm(sourceFolder, { recursive: true, force: true });
});

test('an edited label appears in the open editor', async ({ editor }) => {
	const path = join(sourceFolder, labelFile);
	const source = await readFile(path, 'utf8');
	expect(source).toContain(label);

	await writeFile(path, source.replace(label, `displayName: 'Edited Resource'`));

	const edited = editor.page.getByText('Edited Resource', { exact: true });
	await expect(edited).toBeVisible({ timeout: timeoutMs });
});
