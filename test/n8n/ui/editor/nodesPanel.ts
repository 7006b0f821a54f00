import type { Locator, Page } from '@playwright/test';

/** The panel for adding nodes. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	/** Adds a node with one of its actions. n8n opens the new node. */
	async add(node: string, action: string): Promise<void> {
		await this.choose(node);
		await this.item(action).click();
	}

	/** Opens the actions and triggers of a node. */
	async choose(node: string): Promise<void> {
		await this.search(node);
		await this.item(node).click();
		await this.expandAll();
	}

	/** Expands all categories. n8n collapses either the triggers or the actions. */
	private async expandAll(): Promise<void> {
		const headings = this.page.getByTestId('node-creator-category-item');
		await headings.first().waitFor();
		const collapsed = this.page.locator('[data-category-collapsed="true"]');
		const counts = collapsed.getByText(/\(\d+\)/);
		while ((await collapsed.count()) > 0) await counts.first().click();
	}

	/** Searches, and waits for the first result. */
	async search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		await this.page.getByTestId('node-creator-item-name').first().waitFor();
	}

	/** Returns a node or an action in the list. */
	item(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	/** Returns the names of all entries in the list. */
	async entries(): Promise<readonly string[]> {
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}
}
