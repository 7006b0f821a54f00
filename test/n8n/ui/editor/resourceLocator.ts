import type { Locator, Page } from 'playwright-core';
import { savedWorkflow } from './savedWorkflow';
import { typeInto } from './typeInto';

/** A parameter in which one thing is chosen: from a list, or by what one knows of it. */
export class ResourceLocator {
	constructor(
		private readonly page: Page,
		private readonly input: Locator,
	) {}

	/** Chooses how the thing is named, and types by what; an expression begins with `=`. */
	async enter(mode: string, value: string): Promise<void> {
		await this.choose(mode);
		const box = this.input.getByTestId('rlc-input');
		// Executed at once, the node would still have nothing here.
		await Promise.all([
			savedWorkflow(this.page, value),
			typeInto(this.page, { field: this.input, box }, value),
		]);
	}

	/** Opens the list, and waits until it shows something. */
	async open(): Promise<void> {
		await this.input.getByTestId('rlc-input').click();
		await this.found().first().waitFor();
	}

	/** Opens the list and types into its search. */
	async search(words: string): Promise<void> {
		await this.open();
		await this.typeSearch(words);
		await this.found().first().waitFor();
	}

	/** Types into the search of the open list. */
	async typeSearch(words: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(words);
	}

	/** What the list shows. */
	async listed(): Promise<readonly string[]> {
		return await this.found().allInnerTexts();
	}

	/** Waits for an entry of the open list. */
	async shows(entry: string): Promise<void> {
		await this.found().filter({ hasText: entry }).first().waitFor();
	}

	/** Takes an entry of the open list. */
	async take(entry: string): Promise<void> {
		await this.found().filter({ hasText: entry }).first().click();
		await this.found().first().waitFor({ state: 'hidden' });
	}

	/** What is chosen, as the closed list shows it. */
	async chosen(): Promise<string> {
		return await this.input.getByTestId('rlc-input').inputValue();
	}

	/** Chooses how the thing is named, such as `Phone`. */
	private async choose(mode: string): Promise<void> {
		await this.input.getByTestId('rlc-mode-selector').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(mode, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}

	private found(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}
}
