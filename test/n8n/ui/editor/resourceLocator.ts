import type { Locator, Page } from '@playwright/test';
import { savedWorkflow } from './savedWorkflow';
import { typeInto } from './typeInto';

/** A resource locator: a parameter with several modes, such as From List and By ID. */
export class ResourceLocator {
	/** The field with the selected or entered value. */
	readonly box: Locator;
	/** The entries of the open list. */
	readonly entries: Locator;

	constructor(
		private readonly page: Page,
		private readonly input: Locator,
	) {
		this.box = input.getByTestId('rlc-input');
		this.entries = page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** Selects a mode and enters a value, or an expression that starts with `=`. */
	async enter(mode: string, value: string): Promise<void> {
		await this.chooseMode(mode);
		// An immediate execution would use the previous value.
		await Promise.all([
			savedWorkflow(this.page, value),
			typeInto(this.page, { field: this.input, box: this.box }, value),
		]);
	}

	/** Opens the list, and waits for the first entry. */
	async open(): Promise<void> {
		await this.box.click();
		await this.entries.first().waitFor();
	}

	/** Opens the list and searches. */
	async search(text: string): Promise<void> {
		await this.open();
		await this.typeSearch(text);
		await this.entries.first().waitFor();
	}

	/** Searches in the open list. */
	async typeSearch(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** Selects an entry of the open list. */
	async select(entry: string): Promise<void> {
		await this.entries.filter({ hasText: entry }).first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** Selects a mode, such as `Phone`. */
	private async chooseMode(mode: string): Promise<void> {
		await this.input.getByTestId('rlc-mode-selector').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(mode, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}
}
