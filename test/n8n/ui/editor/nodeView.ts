import type { Locator, Page } from '@playwright/test';
import { Parameters } from './parameters';

/** The view of an open node, with its parameters, input, and output. */
export class NodeView {
	readonly parameters: Parameters;
	readonly output: Locator;

	constructor(private readonly page: Page) {
		this.parameters = new Parameters(page, page.getByTestId('node-parameters'));
		this.output = page.getByTestId('output-panel');
	}

	/** Returns whether a node is open. */
	async isOpen(): Promise<boolean> {
		return await this.page.getByTestId('ndv').isVisible();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Creates a credential, and waits until its test has succeeded. */
	async createCredential(values: Readonly<Record<string, string>>): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByTestId('node-credentials-select-item-new').click();
		const dialog = this.page.getByTestId('editCredential-modal');
		const parameters = new Parameters(this.page, dialog);
		for (const [name, value] of Object.entries(values)) await parameters.enter(name, value);
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
		await dialog.getByRole('button', { name: /close/i }).click();
		await dialog.waitFor({ state: 'hidden' });
	}

	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Waits until the node has been executed successfully. */
	async waitForSuccess(): Promise<void> {
		await this.output.getByTestId('node-run-status-success').waitFor();
	}
}
