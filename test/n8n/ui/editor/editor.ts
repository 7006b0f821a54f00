import type { Page } from '@playwright/test';
import { owner } from '../../../support/n8n';
import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';
import { NodesPanel } from './nodesPanel';
import { NodeView } from './nodeView';

/** n8n's editor in a page of the browser. */
export class Editor {
	readonly canvas: Canvas;
	readonly nodesPanel: NodesPanel;
	readonly nodeView: NodeView;
	readonly credentialDialog: CredentialDialog;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.canvas = new Canvas(page);
		this.nodesPanel = new NodesPanel(page);
		this.nodeView = new NodeView(page);
		this.credentialDialog = new CredentialDialog(page);
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

	/** Opens a new workflow. */
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

	/** Waits for a notification with this text. */
	async waitForNotice(text: string): Promise<void> {
		await this.page.getByRole('alert').filter({ hasText: text }).first().waitFor();
	}
}
