import type { Locator, Page } from 'playwright-core';

/** The panel from which nodes are added. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	/** Searches a node and chooses one of its actions; n8n opens the new node. */
	async add(node: string, action: string): Promise<void> {
		await this.choose(node);
		await this.item(action).click();
	}

	/** Searches a node and opens the list of its actions and triggers. */
	async choose(node: string): Promise<void> {
		await this.search(node);
		await this.item(node).click();
		await this.unfold();
	}

	/** Of a node that has both, n8n shows either triggers or actions, and folds the others up. */
	private async unfold(): Promise<void> {
		const headings = this.page.getByTestId('node-creator-category-item');
		await headings.first().waitFor();
		const folded = this.page.locator('[data-category-collapsed="true"]');
		const counts = folded.getByText(/\(\d+\)/);
		while ((await folded.count()) > 0) await counts.first().click();
	}

	/** Types into the search, and waits until something is found. */
	async search(words: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(words);
		await this.page.getByTestId('node-creator-item-name').first().waitFor();
	}

	/** A node or an action in the list, by its name. */
	item(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	/** The names of all actions and triggers in the list. */
	async listed(): Promise<readonly string[]> {
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}
}
