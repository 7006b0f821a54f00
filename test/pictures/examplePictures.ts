import { join } from 'node:path';
import { examplesFolder } from '../examples/exampleFolder';
import { Editor } from '../ui/editor/editor';
import { openWindow, type Stage } from '../ui/fixture/stage';
import type { ImportedExamples } from './importExamples';

/** What n8n lays over a workflow. */
const hideButtons = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-plus-button"],
	[data-test-id^="execute-workflow-button"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"],
	[data-test-id="toggle-focus-panel-button"], [class*="_chevron_"], div:has(> [role="radiogroup"])
	{ visibility: hidden !important; }`;

/** Takes a picture of each example, and answers the files. */
export async function takeExamplePictures(
	{ browser, url }: Stage,
	examples: ImportedExamples,
): Promise<readonly string[]> {
	const window = await openWindow(browser, url, { width: 1200, height: 620 });
	const editor = new Editor(await window.newPage(), url);
	const files: string[] = [];
	for (const [name, id] of examples) {
		await editor.openWorkflow(id);
		await editor.canvas.showAll();
		const path = join(examplesFolder, name, 'workflow.png');
		await editor.canvas.picture(path, hideButtons);
		files.push(path);
	}
	await window.close();
	return files;
}
