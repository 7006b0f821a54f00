import type { Locator, Page } from 'playwright-core';
import { ResourceLocator } from './resourceLocator';
import { typeInto } from './typeInto';

/** The form of a node or of a credential. Parameters go by the names they have in the workflow. */
export class Parameters {
	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	/** The input of a parameter; in a collection, that of a row, counted from 0. */
	input(name: string, row = 0): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).nth(row);
	}

	/** Types a value, or an expression, which begins with `=`. */
	async enter(name: string, value: string, row = 0): Promise<void> {
		const field = this.input(name, row);
		const box = field.locator('input, textarea').first();
		await typeInto(this.page, { field, box }, value);
	}

	/** Chooses from a drop-down list, by the option's name. */
	async choose(name: string, option: string, row = 0): Promise<void> {
		await this.input(name, row).click();
		await this.options()
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.click();
		await this.options().first().waitFor({ state: 'hidden' });
	}

	/** A parameter in which one thing is chosen. */
	locator(name: string, row = 0): ResourceLocator {
		return new ResourceLocator(this.page, this.input(name, row));
	}

	/** Adds an empty row to a collection. */
	async addRow(collection: string): Promise<void> {
		await this.collection(collection).getByTestId('fixed-collection-add').last().click();
	}

	/** Removes the last row of a collection. */
	async removeLastRow(collection: string): Promise<void> {
		const remove = this.collection(collection).getByTestId('fixed-collection-delete').last();
		await this.collection(collection).locator('[data-draggable]').last().hover();
		await remove.click();
	}

	/** Adds an option to a collection, by the option's label. */
	async addOption(label: string): Promise<void> {
		await this.root.getByTestId('collection-parameter-add').click();
		await this.options()
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.click();
		await this.options().first().waitFor({ state: 'hidden' });
	}

	/** Turns a switch on. */
	async turnOn(name: string): Promise<void> {
		await this.input(name).locator('.el-switch').click();
	}

	/** The red triangle at a parameter. */
	issue(name: string): Locator {
		return this.root.getByTestId(`${name}-parameter-input-issues-container`);
	}

	/** What the red triangle at a parameter says when the mouse is over it. */
	async readIssue(name: string): Promise<string> {
		await this.issue(name).locator('svg').hover();
		const words = this.page.getByTestId('tooltip-content');
		await words.waitFor();
		return await words.innerText();
	}

	private collection(name: string): Locator {
		return this.root.getByTestId(`fixed-collection-${name}`);
	}

	/** Of the lists of the page, one at most is open. */
	private options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}
}
