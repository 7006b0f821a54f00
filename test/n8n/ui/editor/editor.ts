import type { Locator, Page } from '@playwright/test';
import { owner } from '../../../support/n8n';
import { NodesPanel } from './nodesPanel';
import { NodeView } from './nodeView';

/** n8n's editor in a page of the browser, with the canvas of one workflow. */
export class Editor {
	readonly nodesPanel: NodesPanel;
	readonly nodeView: NodeView;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.nodesPanel = new NodesPanel(page);
		this.nodeView = new NodeView(page);
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
		await this.openEmptyWorkflow();
		await this.page.getByTestId('canvas-add-button').click();
	}

	async openEmptyWorkflow(): Promise<void> {
		// The menu is faster than loading the page.
		if (!this.page.url().startsWith(this.url)) await this.page.goto(this.url);
		if (await this.nodeView.isOpen()) await this.nodeView.close();
		await this.page.getByTestId('project-home-menu-item').click();
		await this.page.getByTestId('universal-add').click();
		await this.page.getByRole('menuitem', { name: 'Workflow', exact: true }).last().click();
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens a stored workflow. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Imports a workflow from a file. */
	async import(file: string): Promise<void> {
		await this.page.getByTestId('workflow-import-input').setInputFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens the nodes panel for a node after the last one. */
	async addNextStep(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').click();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Publishes the workflow. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const published = this.page.getByTestId('activation-modal');
		await published.getByRole('button', { name: 'Got it' }).click();
		await published.waitFor({ state: 'hidden' });
	}
}
