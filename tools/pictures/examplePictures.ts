import { join } from 'node:path';
import { examplesFolder } from '../../test/n8n/examples/exampleFiles';
import { openWindow } from '../../test/n8n/ui/browser';
import { Editor } from '../../test/n8n/ui/editor/editor';
import { pixelRatio, type Props } from './props';

/** What n8n lays over a workflow. */
const hideButtons = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-plus-button"],
	[data-test-id^="execute-workflow-button"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"],
	[data-test-id="toggle-focus-panel-button"], [class*="_chevron_"], div:has(> [role="radiogroup"])
	{ visibility: hidden !important; }`;

/** Takes a picture of each example. */
export async function takeExamplePictures({
	browser,
	examples,
	isWanted,
	running,
}: Props): Promise<void> {
	const { url } = running.n8n;
	const window = await openWindow(browser, url, { width: 1200, height: 680, pixelRatio });
	const editor = new Editor(await window.newPage(), url);
	for (const { folder, id } of examples.filter(({ folder }) => isWanted(folder))) {
		await editor.openWorkflow(id);
		await editor.canvas.showAll();
		await editor.canvas.picture(join(examplesFolder, folder, 'workflow.png'), hideButtons);
	}
	await window.close();
}
