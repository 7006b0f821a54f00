import type { Locator, Page } from 'playwright-core';

/** The workflow as boxes and lines. */
export class Canvas {
	constructor(private readonly page: Page) {}

	/** A node, by the name under it. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens a node. */
	async open(name: string): Promise<void> {
		await this.node(name).dblclick();
	}

	/** Presses the plus of an empty canvas. */
	async addFirstStep(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').click();
	}

	/** Presses the plus behind the one node that nothing follows. */
	async addNextStep(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').click();
	}

	/** The sign that a node cannot run as it is. */
	issue(name: string): Locator {
		return this.node(name).getByTestId('node-issues');
	}

	/** Imports a workflow from a file. */
	async import(file: string): Promise<void> {
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Presses Execute workflow. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
	}

	/** Brings all nodes into view. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Publishes the workflow: its triggers come alive. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const published = this.page.getByTestId('activation-modal');
		await published.getByRole('button', { name: 'Got it' }).click();
		await published.waitFor({ state: 'hidden' });
	}
}
