import type { Locator, Page } from 'playwright-core';

/**
 * Types a value into a field of the editor; one that begins with `=` is an expression, as in the
 * editor.
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
	await field.locator('.cm-content').fill(value.slice(1));
}
