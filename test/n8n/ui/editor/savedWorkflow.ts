import type { Page, Request } from '@playwright/test';

/**
 * Resolves when the editor saves a workflow that contains a value. Call it before the value is
 * entered: the editor applies values with a delay, and then saves automatically.
 */
export async function savedWorkflow(page: Page, value: string): Promise<Request> {
	return await page.waitForRequest((request) => {
		const isSaving = request.url().includes('/rest/workflows') && request.method() !== 'GET';
		return isSaving && (request.postData() ?? '').includes(JSON.stringify(value));
	});
}
