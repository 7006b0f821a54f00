import type { Locator, Page } from '@playwright/test';
import { Parameters } from './parameters';

/** The dialog of a credential. */
export class CredentialDialog {
	readonly parameters: Parameters;
	private readonly dialog: Locator;

	constructor(page: Page) {
		this.dialog = page.getByTestId('editCredential-modal');
		this.parameters = new Parameters(page, this.dialog);
	}

	/** Saves the credential, which n8n then tests. */
	async save(): Promise<void> {
		await this.dialog.getByTestId('credential-save-button').click();
	}

	/** Waits until the test has succeeded. */
	async waitForSuccess(): Promise<void> {
		await this.dialog.getByText('Connection tested successfully').waitFor();
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: /close/i }).click();
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
