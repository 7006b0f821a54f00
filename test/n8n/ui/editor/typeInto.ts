import type { Locator, Page } from 'playwright-core';
import { savedWorkflow } from './savedWorkflow';

/**
 * Types a value into a field of a node; one that begins with `=` is an expression, as in the editor.
 *
 * @param field what holds the field, before and after it has become an expression
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
	// Typing the sign is how a user turns a field into an expression.
	await box.click();
	await page.keyboard.press('=');
	// What is typed before the expression's own editor has the focus gets lost.
	const editor = field.locator('.cm-editor.cm-focused .cm-content');
	await editor.waitFor();
	// The editor takes it over a moment later: closed at once, the node would keep the bare sign.
	const saved = savedWorkflow(page, value);
	await editor.fill(value.slice(1));
	await saved;
	// The preview covers the fields below until another place is clicked.
	await page.getByTestId('tab-params').click();
	await page.getByTestId('inline-expression-editor-output').waitFor({ state: 'hidden' });
}
