import type { Locator, Page } from 'playwright-core';
import { Parameters } from './parameters';

/** A node that is open: its parameters in the middle, what went in and came out at its sides. */
export class NodeView {
	readonly parameters: Parameters;

	constructor(private readonly page: Page) {
		this.parameters = new Parameters(page, page.getByTestId('node-parameters'));
	}

	/** Whether a node is open. */
	async isOpen(): Promise<boolean> {
		return await this.page.getByTestId('ndv').isVisible();
	}

	/** Back to the canvas. */
	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** The address at which an open trigger listens once its workflow is published. */
	async productionUrl(): Promise<string> {
		await this.page.getByTestId('radio-button-production').click();
		return (await this.page.locator('.webhook-url').innerText()).trim();
	}

	/** Opens the dialog of a new credential. */
	async createCredential(): Promise<void> {
		const create = this.page.getByTestId('node-credentials-select-item-new');
		await this.page.getByTestId('node-credentials-select').click();
		await create.click();
	}

	/** Opens the dialog of the chosen credential: n8n tests it at once. */
	async openCredential(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
	}

	/** Chooses one of the credentials that n8n has. */
	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	/** The name of the chosen credential. */
	async credential(): Promise<string> {
		return await this.page.getByTestId('node-credentials-select').locator('input').inputValue();
	}

	/** Presses Execute step, and waits for what comes of it. */
	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** What the node gave, as the Table, Schema or JSON of the output panel shows it. */
	output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** Shows the output as JSON, and waits until it has these words. */
	async outputAsJson(words: RegExp): Promise<void> {
		await this.output().getByTestId('radio-button-json').click();
		await this.output().getByText(words).first().waitFor();
	}

	/** Waits for a run that ended well. */
	async succeeded(): Promise<void> {
		await this.output().getByTestId('node-run-status-success').waitFor();
	}

	/** Waits for a run that ended badly; what is said about it. */
	async failure(): Promise<{ readonly message: string; readonly description: string }> {
		const message = this.output().getByTestId('node-error-message');
		await message.waitFor();
		return {
			message: await message.innerText(),
			description: await this.output().getByTestId('node-error-description').innerText(),
		};
	}
}
