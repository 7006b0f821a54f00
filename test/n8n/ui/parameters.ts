import type { Locator, Page, Request } from '@playwright/test';

/** The form of a node or a credential. Methods expect the internal names of parameters. */
export class Parameters {
	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	/** Enters a value, or an expression that starts with `=`. In a collection, rows start at 0. */
	async enter(name: string, value: string, row = 0): Promise<void> {
		const field = this.input(name, row);
		await this.type(field, field.locator('input, textarea').first(), value);
	}

	async choose(name: string, option: string): Promise<void> {
		await this.input(name).click();
		await this.chooseOption(option);
	}

	async optionsOf(name: string): Promise<string[]> {
		return await this.listed(this.input(name));
	}

	async addableOptions(): Promise<string[]> {
		return await this.listed(this.root.getByTestId('collection-parameter-add'));
	}

	async addRow(collection: string): Promise<void> {
		const rows = this.root.getByTestId(`fixed-collection-${collection}`);
		await rows.getByTestId('fixed-collection-add').last().click();
	}

	async addOption(label: string): Promise<void> {
		await this.root.getByTestId('collection-parameter-add').click();
		await this.chooseOption(label);
	}

	/** Selects the mode of a resource locator, such as `Phone`, and enters a value. */
	async enterInMode(name: string, mode: string, value: string): Promise<void> {
		const field = this.input(name);
		await field.getByTestId('rlc-mode-selector').click();
		await this.chooseOption(mode);
		// An immediate execution would use the previous value.
		await Promise.all([
			this.savedWorkflow(value),
			this.type(field, field.getByTestId('rlc-input'), value),
		]);
	}

	/** Opens the list of a resource locator, and waits for the first entry. */
	async openList(name: string): Promise<void> {
		await this.input(name).getByTestId('rlc-input').click();
		await this.entries.first().waitFor();
	}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	async select(entry: string): Promise<void> {
		await this.entries.filter({ hasText: entry }).first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	private input(name: string, row = 0): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).nth(row);
	}

	private async chooseOption(label: string): Promise<void> {
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(label, { exact: true }) }).click();
		await options.first().waitFor({ state: 'hidden' });
	}

	private async type(field: Locator, box: Locator, value: string): Promise<void> {
		if (!value.startsWith('=')) {
			await box.fill(value);
			return;
		}
		// Typing = turns a field into an expression.
		await box.click();
		await this.page.keyboard.press('=');
		// Text that is typed before the expression editor has the focus is lost.
		const editor = field.locator('.cm-editor.cm-focused .cm-content');
		await editor.waitFor();
		// The editor applies the expression with a delay.
		const saved = this.savedWorkflow(value);
		await editor.fill(value.slice(1));
		await saved;
		// The preview covers other fields until it loses the focus.
		await this.page.getByTestId('tab-params').click();
		await this.page.getByTestId('inline-expression-editor-output').waitFor({ state: 'hidden' });
	}

	/** Resolves when the editor, which saves automatically, saves a workflow with a value. */
	private async savedWorkflow(value: string): Promise<Request> {
		return await this.page.waitForRequest((request) => {
			const isSaving = request.url().includes('/rest/workflows') && request.method() !== 'GET';
			return isSaving && (request.postData() ?? '').includes(JSON.stringify(value));
		});
	}

	/** Opens a list, returns the labels of its options, and closes it. */
	private async listed(list: Locator): Promise<string[]> {
		await list.click();
		const labels = this.page.getByRole('option').filter({ visible: true });
		await labels.first().waitFor();
		const texts = await labels.locator('.option-headline, span').allInnerTexts();
		await this.page.keyboard.press('Escape');
		return texts;
	}
}
