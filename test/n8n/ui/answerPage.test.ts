import type { Page } from '@playwright/test';
import { outputOf } from '../../support/n8n';
import { approveOrDecline, sendQuestion } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { expect, test } from './fixture/test';

/** Browsers only report violations of a page's policy in the console. */
const policyViolation = /Content.Security.Policy/i;

const viewport = { width: 375, height: 667 };

test.use({ javaScriptEnabled: false, viewport });

test.afterEach(async ({ page }) => {
	const messages = (await page.consoleMessages()).map((message) => message.text());
	expect(messages.filter((message) => policyViolation.test(message))).toEqual([]);
});

/** Returns whether the page has no horizontal scrollbar. */
async function fits(page: Page): Promise<boolean> {
	const box = await page.locator('main').boundingBox();
	return box !== null && box.x >= 0 && box.x + box.width <= viewport.width;
}

async function answerOf(executionId: string): Promise<unknown> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	return outputOf(execution, 'Success')[0]?.json['data'];
}

test('a button of the page answers an approval', async ({ page }) => {
	const { executionId, links } = await sendQuestion({
		...approveOrDecline,
		message: `Order <b>1042</b>?\n${'x'.repeat(200)}`,
		options: { singleLink: true },
	});

	await page.goto(links['Respond'] ?? '');
	await expect(page.getByText('Order <b>1042</b>?')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
	expect(await fits(page)).toBe(true);
	const button = page.getByRole('button', { name: 'Decline' });
	expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	await button.click();
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

	expect(await answerOf(executionId)).toMatchObject({ approved: false });
});

test('a custom form keeps its values until every answer is accepted', async ({ page }) => {
	const options = (...labels: string[]) => ({ values: labels.map((option) => ({ option })) });
	const { executionId, links } = await sendQuestion({
		responseType: 'customForm',
		formFields: {
			values: [
				{ fieldLabel: 'Name', requiredField: true },
				{ fieldLabel: 'Guests', fieldType: 'number' },
				{ fieldLabel: 'Email', fieldType: 'email', requiredField: true },
				{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
				{ fieldLabel: 'Menu', fieldType: 'dropdown', fieldOptions: options('Fish', 'Meat') },
				{ fieldLabel: 'Time', fieldType: 'radio', fieldOptions: options('Lunch', 'Dinner') },
				{
					fieldLabel: 'Allergies',
					fieldType: 'checkbox',
					fieldOptions: options('Nuts', 'x'.repeat(200), 'Gluten'),
					requiredField: true,
				},
				{ fieldLabel: 'Notes', fieldType: 'textarea' },
			],
		},
	});

	await page.goto(links['Respond'] ?? '');
	await page.getByLabel('Name').fill('Ana <b>');
	await page.getByLabel('Guests').fill('4');
	await page.getByLabel('Email').fill('ana@mail.example');
	await page.getByLabel('Day').fill('2030-01-31');
	await page.getByLabel('Menu').selectOption('Fish');
	await page.getByLabel('Dinner').check();
	await page.getByLabel('Notes').fill('\nBy the window');
	await page.getByRole('button', { name: 'Submit' }).click();

	await expect(page.getByRole('alert')).toBeVisible();
	expect(await fits(page)).toBe(true);
	await expect(page.getByText('An answer is required.')).toBeVisible();
	await page.getByLabel('Nuts').check();
	await page.getByLabel('Gluten').check();
	await page.getByRole('button', { name: 'Submit' }).click();
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

	expect(await answerOf(executionId)).toMatchObject({
		Name: 'Ana <b>',
		Guests: 4,
		Email: 'ana@mail.example',
		Day: '2030-01-31',
		Menu: 'Fish',
		Time: 'Dinner',
		Allergies: ['Nuts', 'Gluten'],
		Notes: '\nBy the window',
	});
});
