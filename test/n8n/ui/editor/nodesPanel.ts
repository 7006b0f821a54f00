import type { Locator, Page } from '@playwright/test';

/** The panel for adding nodes. */
export class NodesPanel {
	/** The names of the nodes or actions in the list. */
	readonly entries: Locator;

	constructor(private readonly page: Page) {
		this.entries = page.getByTestId('node-creator-item-name');
	}

	/** Adds a node with one of its actions. n8n opens the new node. */
	async add(node: string, action: string): Promise<void> {
		await this.choose(node);
		await this.entry(action).click();
	}

	/** Opens the actions and triggers of a node. */
	async choose(node: string): Promise<void> {
		await this.search(node);
		await this.entry(node).click();
		// n8n collapses either the triggers or the actions.
		await this.page.getByTestId('node-creator-category-item').first().waitFor();
		const collapsed = this.page.locator('[data-category-collapsed="true"]');
		const counts = collapsed.getByText(/\(\d+\)/);
		while ((await collapsed.count()) > 0) await counts.first().click();
	}

	/** Searches, and waits for the first result. */
	async search(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		await this.entries.first().waitFor();
	}

	/** Returns a node or an action in the list. */
	entry(name: string): Locator {
		return this.entries.getByText(name, { exact: true });
	}
}
