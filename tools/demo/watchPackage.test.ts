import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openWindow, startChromium } from '../../test/n8n/ui/browser';
import { Editor } from '../../test/n8n/ui/editor/editor';
import { installedPackageFolder } from '../../test/support/n8n';
import { repository } from '../../test/support/repository';
import {
	installTimeoutMs,
	testEnvironment,
	useN8n,
} from '../../test/support/fixtures/testEnvironment';
import { sendText } from '../../test/support/fixtures/parameters';
import { channelMessagingNode, nodeName } from '../../test/support/fixtures/nodeWorkflow';
import { reloadEnvironment, watchPackage } from './watchPackage';

jest.setTimeout(120_000);

useN8n(undefined, reloadEnvironment);

const labelFile = join('nodes', 'ChannelMessaging', 'operations', 'index.ts');
const label = `displayName: 'Resource'`;

let sourceFolder: string;
let browser: Browser;
let editor: Editor;
let stopWatching: () => void;

beforeAll(async () => {
	sourceFolder = await mkdtemp(join(tmpdir(), 'sources-'));
	for (const path of ['credentials', 'icons', 'nodes', 'package.json', 'tsconfig.json']) {
		await cp(join(repository, path), join(sourceFolder, path), { recursive: true });
	}
	await symlink(join(repository, 'node_modules'), join(sourceFolder, 'node_modules'), 'junction');
	const { client, n8n, userFolder } = testEnvironment();
	stopWatching = watchPackage({
		sourceFolder,
		installedFolder: installedPackageFolder(userFolder),
		report: (message) => process.stderr.write(`${message}\n`),
	});
	browser = await startChromium();
	editor = new Editor(await (await openWindow(browser, n8n.url)).newPage(), n8n.url);
	const nodes = [channelMessagingNode(sendText())];
	const { id } = await client.createWorkflow({ name: 'Reload', nodes, connections: {} });
	await editor.openWorkflow(id);
	await editor.canvas.open(nodeName);
	await editor.page.getByText('Resource', { exact: true }).waitFor();
}, installTimeoutMs);

afterAll(async () => {
	stopWatching();
	await browser.close();
	await rm(sourceFolder, { recursive: true, force: true });
});

test('watchPackage compiles an edited label, which appears in the open editor', async () => {
	const path = join(sourceFolder, labelFile);
	const source = await readFile(path, 'utf8');
	expect(source).toContain(label);

	await writeFile(path, source.replace(label, `displayName: 'Edited Resource'`));

	await editor.page.getByText('Edited Resource', { exact: true }).waitFor();
});
