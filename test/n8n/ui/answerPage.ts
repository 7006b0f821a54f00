import type { IDataObject } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { outputOf, waitFor } from '../../support/n8n';
import { approveOrDecline, sendQuestion } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendAndWait } from '../../support/fixtures/parameters';
import { browserWindow, editorTest } from './fixture/editorTest';

/** Browsers only report violations of a page's policy in the console. */
const policyViolation = /Content.Security.Policy/i;

const viewport = { width: 375, height: 667 };

/** Opens a link in a phone-sized window without JavaScript. */
async function onPhone(
	url: string | undefined,
	colorScheme: 'dark' | 'light',
	visit: (page: Page) => Promise<void>,
): Promise<void> {
	const phone = await browserWindow()
		.browser()
		?.newContext({ colorScheme, javaScriptEnabled: false, viewport });
	if (phone === undefined) throw new Error('The window has no browser');
	try {
		const page = await phone.newPage();
		const violations: string[] = [];
		page.on('console', (message) => {
			if (policyViolation.test(message.text())) violations.push(message.text());
		});
		await page.goto(url ?? '');
		await visit(page);
		expect(violations).toEqual([]);
	} finally {
		await phone.close();
	}
}

/** Returns whether the page has no horizontal scrollbar. */
async function fits(page: Page): Promise<boolean> {
	const box = await page.locator('main').boundingBox();
	return box !== null && box.x >= 0 && box.x + box.width <= viewport.width;
}

async function answerOf(executionId: string): Promise<unknown> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	return outputOf(execution, 'Success')[0]?.json['data'];
}

/** The page of a question, in a browser. */
export function answerPage(): void {
	describe.each(['light', 'dark'] as const)('In %s colors', (scheme) => {
		test('a button of the page answers an approval', async () => {
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

		test('the page of a single link has a button for each answer', async () => {
			const options = { singleLink: true };
			const { executionId, links } = await sendQuestion({ ...approveOrDecline, options });

			await onPhone(links['Respond'], scheme, async (page) => {
				await page.getByRole('button', { name: 'Approve' }).waitFor();
				expect(await fits(page)).toBe(true);
				await page.getByRole('button', { name: 'Decline' }).click();
				await page.getByRole('heading', { name: 'Thank you' }).waitFor();
			});

			expect(await answerOf(executionId)).toMatchObject({ approved: false });
		});

		test('a custom form keeps its values until every answer is accepted', async () => {
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

			await onPhone(links['Respond'], scheme, async (page) => {
				await page.getByLabel('Name').fill('Ana <b>');
				await page.getByLabel('Guests').fill('4');
				await page.getByLabel('Email').fill('ana@mail.example');
				await page.getByLabel('Day').fill('2030-01-31');
				await page.getByLabel('Menu').selectOption('Fish');
				await page.getByLabel('Dinner').check();
				await page.getByLabel('Notes').fill('\nBy the window');
				await page.getByRole('button', { name: 'Submit' }).click();

				await page.getByRole('alert').waitFor();
				expect(await fits(page)).toBe(true);
				await page.getByText('An answer is required.').waitFor();
				await page.getByLabel('Nuts').check();
				await page.getByLabel('Gluten').check();
				await page.getByRole('button', { name: 'Submit' }).click();
				await page.getByRole('heading', { name: 'Thank you' }).waitFor();
			});

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

	test('the text area answers a free-text question, in the language of the contact', async () => {
		const pageTexts = { language: 'gl', fieldLabel: 'A túa resposta', completionTitle: 'Grazas' };
		const { executionId, links } = await sendQuestion({
			responseType: 'freeText',
			options: { responseFormButtonLabel: 'Enviar', pageTexts: { values: pageTexts } },
		});

		await onPhone(links['Respond'], 'light', async (page) => {
			expect(await page.locator('html').getAttribute('lang')).toBe('gl');
			await page.getByLabel('A túa resposta').fill('Despois\ndo xantar');
			expect(await fits(page)).toBe(true);
			await page.getByRole('button', { name: 'Enviar' }).click();
			await page.getByRole('heading', { name: 'Grazas' }).waitFor();
		});

		expect(await answerOf(executionId)).toMatchObject({ text: 'Despois\ndo xantar' });
	});

	editorTest('The editor warns of several items before the execution', async (editor) => {
		const items = [{ contactId: '1' }, { contactId: '2' }];
		const id = await createWorkflow(items);
		await editor.openWorkflow(id);
		await editor.canvas.open('Items');
		await editor.nodeView.execute();
		await editor.nodeView.waitForSuccess();
		await editor.nodeView.close();

		await editor.canvas.open(nodeName);

		await editor.nodeView.output().getByText('This operation accepts one item at a time').waitFor();
	});

	editorTest('The editor warns of a link to localhost while the node waits', async (editor) => {
		const contactId = testEnvironment().service.contacts.all()[0]?.id ?? '';
		await editor.openWorkflow(await createWorkflow([{ contactId }]));
		await editor.canvas.execute();
		await waitFor('the question', () => testEnvironment().service.messages.length > 0);

		await editor.canvas.open(nodeName);

		await editor.nodeView
			.output()
			.getByText('The link in the message leads to localhost')
			.waitFor();
	});
}

/** Creates a workflow with a question, and returns its ID. */
async function createWorkflow(items: IDataObject[]): Promise<string> {
	const workflow = workflowOf({ parameters: sendAndWait(), items });
	const nodes = workflow.nodes.map((node, index) => ({
		...node,
		position: [index * 240, 0] as [number, number],
	}));
	return (await testEnvironment().client.createWorkflow({ ...workflow, nodes })).id;
}

function options(...labels: string[]) {
	return { values: labels.map((option) => ({ option })) };
}
