import type { Locator, Page } from '@playwright/test';
import { Parameters } from './parameters';

/** The view of an open node, with its parameters, input, and output. */
export class NodeView {
	readonly parameters: Parameters;

	constructor(private readonly page: Page) {
		this.parameters = new Parameters(page, page.getByTestId('node-parameters'));
	}

	/** Returns whether a node is open. */
	async isOpen(): Promise<boolean> {
		return await this.page.getByTestId('ndv').isVisible();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Returns the production URL of a trigger. */
	async productionUrl(): Promise<string> {
		await this.page.getByTestId('radio-button-production').click();
		return (await this.page.locator('.webhook-url').innerText()).trim();
	}

	/** Opens the dialog for a new credential. */
	async createCredential(): Promise<void> {
		const create = this.page.getByTestId('node-credentials-select-item-new');
		await this.page.getByTestId('node-credentials-select').click();
		await create.click();
	}

	/** Opens the dialog of the selected credential, which n8n then tests. */
	async openCredential(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
	}

	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Returns the output panel. */
	output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** Waits until the node has been executed successfully. */
	async waitForSuccess(): Promise<void> {
		await this.output().getByTestId('node-run-status-success').waitFor();
	}

	/** Waits until the node has failed, and returns the error. */
	async error(): Promise<{ readonly message: string; readonly description: string }> {
		const message = this.output().getByTestId('node-error-message');
		await message.waitFor();
		return {
			message: await message.innerText(),
			description: await this.output().getByTestId('node-error-description').innerText(),
		};
	}
}
