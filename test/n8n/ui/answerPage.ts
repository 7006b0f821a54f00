import type { Page } from 'playwright-core';
import { outputOf } from '../../support/n8n';
import { approveOrDecline, sendQuestion } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { browserWindow } from './fixture/editorTest';

/** What goes against a page's policy is told in the console, and nowhere else. */
const policyWords = /Content.Security.Policy/i;

/** Opens a link on a phone that runs no scripts. */
async function onPhone(
	url: string | undefined,
	colorScheme: 'dark' | 'light',
	visit: (page: Page) => Promise<void>,
): Promise<void> {
	const phone = await browserWindow()
		.browser()
		?.newContext({ colorScheme, javaScriptEnabled: false, viewport: { width: 320, height: 568 } });
	if (phone === undefined) throw new Error('The window has no browser');
	try {
		const page = await phone.newPage();
		const complaints: string[] = [];
		page.on('console', (message) => {
			if (policyWords.test(message.text())) complaints.push(message.text());
		});
		await page.goto(url ?? '');
		await visit(page);
		expect(complaints).toEqual([]);
	} finally {
		await phone.close();
	}
}

/** Whether nothing has to be scrolled sideways. */
async function fits(page: Page): Promise<boolean> {
	const box = await page.locator('main').boundingBox();
	return box !== null && box.x >= 0 && box.x + box.width <= 320;
}

async function answerOf(executionId: string): Promise<unknown> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	return outputOf(execution, 'Success')[0]?.json['data'];
}

/** The page of a question, in a browser. */
export function answerPage(): void {
	test.each(['light', 'dark'] as const)('by a button, in %s colors', async (scheme) => {
		const message = `Order <b>1042</b>?\n${'x'.repeat(200)}`;
		const { executionId, links } = await sendQuestion({ ...approveOrDecline, message });

		await onPhone(links['Decline'], scheme, async (page) => {
			await page.getByText('Order <b>1042</b>?').waitFor();
			expect(await fits(page)).toBe(true);
			const button = page.getByRole('button', { name: 'Decline' });
			expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
			await button.click();
			await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		});

		expect(await answerOf(executionId)).toMatchObject({ approved: false });
	});

	test('in words', async () => {
		const { executionId, links } = await sendQuestion({ responseType: 'freeText' });

		await onPhone(links['Respond'], 'light', async (page) => {
			await page.getByLabel('Your answer').fill('After\nlunch');
			expect(await fits(page)).toBe(true);
			await page.getByRole('button', { name: 'Submit' }).click();
			await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		});

		expect(await answerOf(executionId)).toMatchObject({ text: 'After\nlunch' });
	});
}
