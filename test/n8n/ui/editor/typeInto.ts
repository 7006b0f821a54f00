import type { Locator, Page } from '@playwright/test';
import { savedWorkflow } from './savedWorkflow';

/**
 * Enters a value, or an expression that starts with `=`, into a field of a node.
 *
 * @param field contains the input, and later the expression editor
 */
export async function typeInto(
	page: Page,
	{ field, box }: { readonly field: Locator; readonly box: Locator },
	value: string,
): Promise<void> {
	if (!value.startsWith('=')) {
		await box.fill(value);
		return;
	}
	// Typing = turns a field into an expression.
	await box.click();
	await page.keyboard.press('=');
	// Text that is typed before the expression editor has the focus is lost.
	const editor = field.locator('.cm-editor.cm-focused .cm-content');
	await editor.waitFor();
	// The editor applies the expression with a delay.
	const saved = savedWorkflow(page, value);
	await editor.fill(value.slice(1));
	await saved;
	// The preview covers other fields until it loses the focus.
	await page.getByTestId('tab-params').click();
	await page.getByTestId('inline-expression-editor-output').waitFor({ state: 'hidden' });
}
