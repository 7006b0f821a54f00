import type { Locator, Page } from 'playwright-core';
import { Parameters } from './parameters';

/** The dialog in which a credential is made and tested. */
export class CredentialDialog {
	readonly parameters: Parameters;
	private readonly dialog: Locator;

	constructor(page: Page) {
		this.dialog = page.getByTestId('editCredential-modal');
		this.parameters = new Parameters(page, this.dialog);
	}

	/** Saves: n8n tests the credential at once. */
	async save(): Promise<void> {
		await this.dialog.getByTestId('credential-save-button').click();
	}

	/** Waits for the green banner. */
	async accepted(): Promise<void> {
		await this.dialog.getByText('Connection tested successfully').waitFor();
	}

	/** Back to the node. */
	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: /close/i }).click();
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
