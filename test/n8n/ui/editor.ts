import type { Locator, Page } from '@playwright/test';
import { owner } from '../../support/n8n';
import { Parameters } from './parameters';

/** n8n's editor in a page of the browser, with one workflow and at most one open node. */
export class Editor {
	readonly parameters: Parameters;

	readonly output: Locator;

	/** The names of the nodes or actions in the nodes panel. */
	readonly entries: Locator;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.parameters = new Parameters(page, page.getByTestId('node-parameters'));
		this.output = page.getByTestId('output-panel');
		this.entries = page.getByTestId('node-creator-item-name');
	}

	/** Signs in the owner in all pages of the browser window. */
	async signIn(): Promise<void> {
		const { email, password } = owner;
		await this.page.goto(`${this.url}/signin`);
		await this.page.getByTestId('emailOrLdapLoginId').getByRole('textbox').fill(email);
		await this.page.getByTestId('password').locator('input').fill(password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.getByTestId('main-sidebar-settings').waitFor();
	}

	/** Confirms all future dialogs about unsaved changes. n8n saves shortly after each change. */
	async discardUnsavedChanges(): Promise<void> {
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await this.page.addLocatorHandler(leave, async () => {
			await leave.click();
		});
	}

	/** Opens a new workflow, and the nodes panel for its first node. */
	async startWorkflow(): Promise<void> {
		// The menu is faster than loading the page.
		if (!this.page.url().startsWith(this.url)) await this.page.goto(this.url);
		if (await this.page.getByTestId('ndv').isVisible()) await this.closeNode();
		await this.page.getByTestId('project-home-menu-item').click();
		await this.page.getByTestId('universal-add').click();
		await this.page.getByRole('menuitem', { name: 'Workflow', exact: true }).last().click();
		await this.page.getByTestId('canvas-add-button').click();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const published = this.page.getByTestId('activation-modal');
		await published.getByRole('button', { name: 'Got it' }).click();
		await published.waitFor({ state: 'hidden' });
	}

	/** Opens the nodes panel for a node after the last one. */
	async addNextStep(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').click();
	}

	async searchNodes(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		await this.entries.first().waitFor();
	}

	/** Returns a node or an action in the nodes panel. */
	entry(name: string): Locator {
		return this.entries.getByText(name, { exact: true });
	}

	/** Opens the actions and triggers of a node in the nodes panel. */
	async chooseNode(node: string): Promise<void> {
		await this.searchNodes(node);
		await this.entry(node).click();
		// n8n collapses either the triggers or the actions.
		await this.page.getByTestId('node-creator-category-item').first().waitFor();
		const collapsed = this.page.locator('[data-category-collapsed="true"]');
		const counts = collapsed.getByText(/\(\d+\)/);
		while ((await collapsed.count()) > 0) await counts.first().click();
	}

	/** Adds a node with one of its actions. n8n opens the new node. */
	async addNode(node: string, action: string): Promise<void> {
		await this.chooseNode(node);
		await this.entry(action).click();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Creates a credential for the open node, and waits until its test has succeeded. */
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

	async waitForSuccess(): Promise<void> {
		await this.output.getByTestId('node-run-status-success').waitFor();
	}
}
