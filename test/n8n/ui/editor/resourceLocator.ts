import type { Locator, Page } from 'playwright-core';
import { savedWorkflow } from './savedWorkflow';
import { typeInto } from './typeInto';

/** A resource locator: a parameter with several modes, such as From List and By ID. */
export class ResourceLocator {
	constructor(
		private readonly page: Page,
		private readonly input: Locator,
	) {}

	/** Selects a mode and enters a value, or an expression that starts with `=`. */
	async enter(mode: string, value: string): Promise<void> {
		await this.chooseMode(mode);
		const box = this.input.getByTestId('rlc-input');
		// An immediate execution would use the previous value.
		await Promise.all([
			savedWorkflow(this.page, value),
			typeInto(this.page, { field: this.input, box }, value),
		]);
	}

	/** Opens the list, and waits for the first entry. */
	async open(): Promise<void> {
		await this.input.getByTestId('rlc-input').click();
		await this.results().first().waitFor();
	}

	/** Opens the list and searches. */
	async search(text: string): Promise<void> {
		await this.open();
		await this.typeSearch(text);
		await this.results().first().waitFor();
	}

	/** Searches in the open list. */
	async typeSearch(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** Returns the entries of the open list. */
	async entries(): Promise<readonly string[]> {
		return await this.results().allInnerTexts();
	}

	/** Waits for an entry of the open list. */
	async waitForEntry(entry: string): Promise<void> {
		await this.results().filter({ hasText: entry }).first().waitFor();
	}

	/** Selects an entry of the open list. */
	async select(entry: string): Promise<void> {
		await this.results().filter({ hasText: entry }).first().click();
		await this.results().first().waitFor({ state: 'hidden' });
	}

	/** Returns the displayed value. */
	async value(): Promise<string> {
		return await this.input.getByTestId('rlc-input').inputValue();
	}

	/** Selects a mode, such as `Phone`. */
	private async chooseMode(mode: string): Promise<void> {
		await this.input.getByTestId('rlc-mode-selector').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(mode, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}

	private results(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}
}
