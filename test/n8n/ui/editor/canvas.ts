import type { Locator, Page } from '@playwright/test';

/** The editor's canvas. */
export class Canvas {
	constructor(private readonly page: Page) {}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async open(name: string): Promise<void> {
		await this.node(name).dblclick();
	}

	/** Opens the nodes panel for the first node. */
	async addFirstStep(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').click();
	}

	/** Opens the nodes panel for a node after the last one. */
	async addNextStep(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').click();
	}

	/** Returns the sign for issues of a node. */
	issue(name: string): Locator {
		return this.node(name).getByTestId('node-issues');
	}

	/** Imports a workflow from a file. */
	async import(file: string): Promise<void> {
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
	}

	/** Zooms to show all nodes. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Publishes the workflow. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const published = this.page.getByTestId('activation-modal');
		await published.getByRole('button', { name: 'Got it' }).click();
		await published.waitFor({ state: 'hidden' });
	}
}
