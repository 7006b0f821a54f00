import type { Page, Request } from 'playwright-core';

/**
 * Resolves when the editor saves a workflow that holds a value: a moment after it was typed, the
 * editor takes it over, and n8n saves by itself. To be called before the value is typed.
 */
export async function savedWorkflow(page: Page, value: string): Promise<Request> {
	return await page.waitForRequest((request) => {
		const isSaving = request.url().includes('/rest/workflows') && request.method() !== 'GET';
		return isSaving && (request.postData() ?? '').includes(JSON.stringify(value));
	});
}
