import type { Page } from '@playwright/test';
import { hidden } from './hidden';

/** Space around the workflow, in pixels of the page. */
const margin = 16;

/** The space of the icon before a trigger, and of a label that is wider than its node. */
const spaceBeforeNodes = 48;

/** Hides the buttons that n8n shows above the workflow, and the line in a divided button. */
const noButtons = `button, div:has(> span > [data-test-id='execute-workflow-button']) {
	opacity: 0 !important;
}`;

/** Returns a picture of the open workflow, which n8n fits into the window. */
export async function canvasPicture(page: Page): Promise<Buffer> {
	await page.getByTestId('canvas-wrapper').click({ position: { x: 5, y: 5 } });
	await page.keyboard.press('1');
	await page.addStyleTag({ content: noButtons });
	const boxesOf = async (selector: string) => {
		const parts = await page.locator(selector).elementHandles();
		return (await Promise.all(parts.map((part) => part.boundingBox()))).filter(
			(box) => box !== null,
		);
	};
	// The hidden button before a trigger is part of its node, too.
	const nodes = (await boxesOf('.vue-flow__node')).map(({ x }) => x - spaceBeforeNodes);
	// Connections that lead back run around the nodes.
	const connections = await boxesOf('.vue-flow__edge-path');
	const left = Math.min(...nodes, ...connections.map(({ x }) => x - margin));
	const boxes = [...(await boxesOf('.vue-flow__node *')), ...connections];
	const top = Math.min(...boxes.map(({ y }) => y)) - margin;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	return await page.screenshot({ clip, style: hidden });
}
