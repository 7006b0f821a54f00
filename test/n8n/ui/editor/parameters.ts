import type { Locator, Page } from '@playwright/test';
import { ResourceLocator } from './resourceLocator';
import { typeInto } from './typeInto';

/** The form of a node or a credential. Methods expect the internal names of parameters. */
export class Parameters {
	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	/** Returns the input of a parameter. In a collection, rows start at 0. */
	input(name: string, row = 0): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).nth(row);
	}

	/** Enters a value, or an expression that starts with `=`. */
	async enter(name: string, value: string, row = 0): Promise<void> {
		const field = this.input(name, row);
		const box = field.locator('input, textarea').first();
		await typeInto(this.page, { field, box }, value);
	}

	/** Selects an option by its label. */
	async choose(name: string, option: string): Promise<void> {
		await this.input(name).click();
		await this.options()
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.click();
		await this.options().first().waitFor({ state: 'hidden' });
	}

	locator(name: string): ResourceLocator {
		return new ResourceLocator(this.page, this.input(name));
	}

	/** Adds an empty row to a collection. */
	async addRow(collection: string): Promise<void> {
		await this.collection(collection).getByTestId('fixed-collection-add').last().click();
	}

	/** Adds an option to a collection by its label. */
	async addOption(label: string): Promise<void> {
		await this.root.getByTestId('collection-parameter-add').click();
		await this.options()
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.click();
		await this.options().first().waitFor({ state: 'hidden' });
	}

	private collection(name: string): Locator {
		return this.root.getByTestId(`fixed-collection-${name}`);
	}

	/** Returns the options of the open list. */
	private options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}
}
