import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { examplesFolder } from '../../test/n8n/examples/exampleFiles';
import type { Editor } from '../../test/n8n/ui/editor/editor';
import type { Example } from '../demo/exampleWorkflows';

/** Pixels around the workflow. Labels of nodes extend beyond the node. */
const margin = { top: 24, right: 60, bottom: 88, left: 60 };

/** Hides buttons that cover the workflow, and the lines to the buttons that add a node. */
const hideButtons = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-plus-button"],
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-handle-plus"],
	[data-test-id^="execute-workflow-button"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"],
	[data-test-id="toggle-focus-panel-button"], [class*="_chevron_"], div:has(> [role="radiogroup"])
	{ visibility: hidden !important; }`;

/** Returns the smallest rectangle that contains the workflow, with a margin. */
async function workflowArea(page: Page) {
	const boxes = [];
	for (const node of await page.locator('.vue-flow__node, .vue-flow__edge-path').all()) {
		const box = await node.boundingBox();
		if (box !== null) boxes.push(box);
	}
	const x = Math.min(...boxes.map((box) => box.x)) - margin.left;
	const y = Math.min(...boxes.map((box) => box.y)) - margin.top;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin.right;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin.bottom;
	return { x, y, width: right - x, height: bottom - y };
}

/** Takes a picture of each example. */
export async function takeExamplePictures(
	editor: Editor,
	examples: readonly Example[],
): Promise<void> {
	for (const { folder, id } of examples) {
		await editor.openWorkflow(id);
		await editor.canvas.showAll();
		await editor.page.screenshot({
			path: join(examplesFolder, folder, 'workflow.png'),
			clip: await workflowArea(editor.page),
			style: hideButtons,
			animations: 'disabled',
		});
	}
}
