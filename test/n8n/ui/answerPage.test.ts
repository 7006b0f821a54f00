import type { Page, Route } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import type { INodeParameters } from 'n8n-workflow';
import { outputOf } from '../../support/n8n';
import { approveOrDecline, sendQuestion } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { expect, test } from './test';

/** Browsers only report violations of a page's policy in the console. */
const policyViolation = /Content.Security.Policy/i;

const narrow = { width: 320, height: 667 };

test.afterEach(async ({ page }) => {
	const messages = (await page.consoleMessages()).map((message) => message.text());
	expect(messages.filter((message) => policyViolation.test(message))).toEqual([]);
});

/** Returns whether the page has no horizontal scrollbar. */
async function fits(page: Page): Promise<boolean> {
	const box = await page.locator('main').boundingBox();
	const width = page.viewportSize()?.width ?? 0;
	return box !== null && box.x >= 0 && box.x + box.width <= width;
}

async function answerOf(executionId: string): Promise<unknown> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	return outputOf(execution, 'Success')[0]?.json['data'];
}

/** Returns the parameters of a form with each type of field, in a language. */
function formIn(language: string, text: (english: string, arabic: string) => string) {
	const options = (...labels: string[]) => ({ values: labels.map((option) => ({ option })) });
	const values = [
		{ fieldLabel: text('Name', 'الاسم'), placeholder: text('e.g. Ana', 'مثال: ليلى') },
		{ fieldLabel: text('Guests', 'الضيوف'), fieldType: 'number', defaultValue: '4' },
		{ fieldLabel: text('Email', 'البريد'), fieldType: 'email', requiredField: true },
		{ fieldLabel: text('Day', 'اليوم'), fieldType: 'date' },
		{
			fieldLabel: text('Menu', 'القائمة'),
			fieldType: 'dropdown',
			fieldOptions: options(text('Fish', 'سمك'), text('Meat', 'لحم')),
		},
		{
			fieldLabel: text('Time', 'الوقت'),
			fieldType: 'radio',
			fieldOptions: options(text('Lunch', 'غداء'), text('Dinner', 'عشاء')),
			requiredField: true,
		},
		{
			fieldLabel: text('Allergies', 'الحساسية'),
			fieldType: 'checkbox',
			fieldOptions: options(text('Nuts', 'مكسرات'), 'Gluten', 'x'.repeat(200)),
			requiredField: true,
		},
		{ fieldLabel: text('Notes', 'ملاحظات'), fieldType: 'textarea', requiredField: true },
	];
	return {
		responseType: 'customForm',
		formFields: { values },
		message: text('When do you come?\nمتى تأتي؟', 'متى تأتي؟\nWhen do you come?'),
		options: {
			responseFormTitle: text('Your table', 'طاولتك'),
			pageTexts: { values: { language } },
		},
	} satisfies INodeParameters;
}

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false, viewport: narrow });

	test('a button on the page answers an approval', async ({ page }) => {
		const { executionId, links } = await sendQuestion({
			...approveOrDecline,
			message: `Order <b>1042</b>?\n${'x'.repeat(200)}`,
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
		const { executionId, links } = await sendQuestion(formIn('en', (english) => english));

		await page.goto(links['Respond'] ?? '');
		await page.getByLabel('Name').fill('Ana <b>');
		await page.getByLabel('Email').fill('ana@mail.example');
		await page.getByLabel('Day').fill('2030-01-31');
		await page.getByLabel('Menu').selectOption('Fish');
		await page.getByLabel('Dinner').check();
		await page.getByLabel('Notes').fill('\nBy the window');
		await page.getByRole('button', { name: 'Submit' }).click();

		await expect(page.getByRole('alert')).toBeVisible();
		await expect(page.getByLabel('Nuts')).toBeFocused();
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
});

/** Returns the parameters of a form with one optional field in a language. */
function fieldIn(language: string, fieldType: string, options: INodeParameters = {}) {
	return {
		responseType: 'customForm',
		formFields: { values: [{ fieldLabel: 'Field', fieldType }] },
		options: { pageTexts: { values: { language } }, ...options },
	} satisfies INodeParameters;
}

for (const { language, fieldType, entered, answer, shown = entered } of [
	{ language: 'en', fieldType: 'number', entered: '1,5', answer: 1.5, shown: '1.5' },
	{ language: 'es', fieldType: 'number', entered: '1.234,50', answer: 1234.5, shown: '1234,5' },
	{ language: 'ar-EG', fieldType: 'number', entered: '١٫٥', answer: 1.5 },
	{ language: 'hi', fieldType: 'number', entered: '१,२३,४५६', answer: 123456, shown: '123456' },
	{
		language: 'de',
		fieldType: 'email',
		entered: 'ana@müller.example',
		answer: 'ana@müller.example',
	},
	{ language: 'gl', fieldType: 'email', entered: 'añá@mail.example', answer: 'añá@mail.example' },
	{
		language: 'en',
		fieldType: 'email',
		entered: ' ana@mail.example ',
		answer: 'ana@mail.example',
		shown: 'ana@mail.example',
	},
]) {
	test(`${entered} can be typed into a field of type ${fieldType} in ${language}`, async ({
		page,
	}) => {
		const { executionId, links } = await sendQuestion(fieldIn(language, fieldType));
		await page.goto(links['Respond'] ?? '');
		await page.getByLabel('Field').pressSequentially(entered);
		await page.getByRole('button', { name: 'Submit' }).click();

		await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
		await expect(page.getByText(shown, { exact: true })).toBeVisible();
		expect(await answerOf(executionId)).toMatchObject({ Field: answer });
	});
}

test('the form keeps an ambiguous number and shows an unambiguous example', async ({ page }) => {
	const { executionId, links } = await sendQuestion(fieldIn('es', 'number'));
	await page.goto(links['Respond'] ?? '');
	await page.getByLabel('Field').pressSequentially('1.234');
	await page.getByRole('button', { name: 'Submit' }).click();

	await expect(page.getByText('Enter a number in this form: 1234,5')).toBeVisible();
	await expect(page.getByLabel('Field')).toHaveValue('1.234');
	await testEnvironment().client.stopExecution(executionId);
});

test('pasted text that is too long is neither cut off nor sent', async ({ page }) => {
	const { executionId, links } = await sendQuestion({ responseType: 'freeText' });
	await page.goto(links['Respond'] ?? '');
	const text = 'x'.repeat(10_001);
	const field = page.getByLabel('Your answer');
	await field.fill(text);
	await page.getByRole('button', { name: 'Submit' }).click();

	await expect(field).toHaveJSProperty(
		'validationMessage',
		'This answer is too long. Maximum number of characters: 10000',
	);
	await expect(field).toHaveValue(text);
	await field.press('Backspace');
	await page.getByRole('button', { name: 'Submit' }).click();
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
	expect(await answerOf(executionId)).toMatchObject({ text: text.slice(1) });
});

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false });

	test('the page shows an answer that is too long again', async ({ page }) => {
		const { executionId, links } = await sendQuestion({ responseType: 'freeText' });
		await page.goto(links['Respond'] ?? '');
		const text = 'x'.repeat(10_001);
		await page.getByLabel('Your answer').fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();

		await expect(page.getByText('This answer is too long.')).toBeVisible();
		await expect(page.getByLabel('Your answer')).toHaveValue(text);
		await testEnvironment().client.stopExecution(executionId);
	});
});

test('an answer that is submitted after the time has run out stays on the page', async ({
	page,
}) => {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 10, resumeUnit: 'minutes' };
	const { executionId, links } = await sendQuestion({
		responseType: 'freeText',
		options: { limitWaitTime: { values: limit } },
	});
	await page.clock.install();
	await page.goto(links['Respond'] ?? '');
	await page.getByLabel('Your answer').fill('By the window');
	await page.clock.fastForward('11:00');
	await page.getByRole('button', { name: 'Submit' }).click();

	await expect(page.getByText('This question can no longer be answered.')).toBeVisible();
	await expect(page.getByLabel('Your answer')).toHaveValue('By the window');
	await testEnvironment().client.stopExecution(executionId);
});

test('a second click on a button sends no second answer', async ({ page }) => {
	const { executionId, links } = await sendQuestion(approveOrDecline);
	await page.goto(links['Respond'] ?? '');
	const { origin } = new URL(page.url());
	const answers: Route[] = [];
	await page.route('**', (route) => {
		answers.push(route);
	});
	const button = page.getByRole('button', { name: 'Decline' });
	const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};

	await page.mouse.click(x + 5, y + 5);
	await expect.poll(() => answers).toHaveLength(1);
	await page.mouse.click(x + 5, y + 5);
	await answers[0]?.continue();

	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
	const headers = answers.map((route) => route.request().headers());
	expect(headers).toMatchObject([{ origin }]);
	expect(await answerOf(executionId)).toMatchObject({ approved: false });
});

/** Returns the accessibility violations of the page, and the HTML of the elements. */
async function violationsOf(page: Page): Promise<unknown[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>('axe.run()');
	return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}

const limitWaitTime = {
	values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' },
};

const languages = [
	{ language: 'en', direction: 'ltr', text: (english: string) => english },
	{ language: 'ar', direction: 'rtl', text: (_english: string, arabic: string) => arabic },
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
	for (const { direction, language, text } of languages) {
		test.describe(`${colorScheme}, ${direction}`, () => {
			test.use({ viewport: narrow, colorScheme });

			test('all pages are accessible and fit the screen', async ({ page }, testInfo) => {
				const check = async (name: string) => {
					await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true });
					await expect(page.locator('html')).toHaveAttribute('dir', direction);
					expect(await fits(page)).toBe(true);
					expect(await violationsOf(page)).toEqual([]);
				};
				const approval = await sendQuestion({
					...approveOrDecline,
					message: text('Order 1042: shall we send it?', 'الطلب 1042: هل نرسله؟'),
					options: { limitWaitTime, pageTexts: { values: { language } } },
				});
				await page.goto(approval.links['Respond'] ?? '');
				await check('approval');
				await page.getByRole('button', { name: 'Approve' }).click();
				await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
				await check('answered');

				const form = await sendQuestion(formIn(language, text));
				await page.goto(form.links['Respond'] ?? '');
				await check('form');
				await page.evaluate('document.forms[0].noValidate = true');
				await page.getByLabel(text('Notes', 'ملاحظات')).fill(text('By the window', 'عند النافذة'));
				await page.getByRole('button', { name: 'Submit' }).click();
				await expect(page.getByRole('alert')).toBeVisible();
				await expect(page.getByLabel(text('Email', 'البريد'))).toBeFocused();
				await check('rejected');
				await testEnvironment().client.stopExecution(form.executionId);
			});
		});
	}
}
