import type { Page } from 'playwright-core';

/** The page of an n8n Form Trigger, as the person sees it who fills it in. */
export class FormPage {
	constructor(private readonly page: Page) {}

	/** Opens the form. */
	async open(url: string): Promise<void> {
		await this.page.goto(url);
	}

	/** Answers one question. */
	async answer(question: string, answer: string): Promise<void> {
		await this.page.getByLabel(question).fill(answer);
	}

	/** Sends the form, and waits for n8n's thanks. */
	async submit(): Promise<void> {
		await this.page.getByRole('button', { name: 'Submit' }).click();
		await this.page.getByText('Your response has been recorded').waitFor();
	}
}
