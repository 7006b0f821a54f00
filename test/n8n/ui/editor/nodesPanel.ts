import type { Locator, Page } from 'playwright-core';

/** The panel from which nodes are added. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	/** Searches a node and chooses one of its actions; n8n opens the new node. */
	async add(node: string, action: string): Promise<void> {
		await this.choose(node);
		await this.item(action).click();
	}

	/** Searches a node and opens the list of its actions. */
	async choose(node: string): Promise<void> {
		await this.search(node);
		await this.item(node).click();
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
