import type { Browser, Page } from '@playwright/test';
import { Editor } from '../../test/n8n/ui/editor';
import type { TestEnvironment } from '../../test/support/fixtures/testEnvironment';

/** n8n's themes. The pictures' file names end with them. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Two pixels of the picture per pixel of the page, so that text is sharp. */
const deviceScaleFactor = 2;

/** In narrower windows, the buttons of n8n's output panel are cut off. */
const size = { width: 1500, height: 720 };

/** On a busy machine, n8n's editor loads slowly. */
const timeoutMs = 5 * 60_000;

/** A browser window, and n8n's editor in its first page. */
export interface Window {
	readonly editor: Editor;
	readonly environment: TestEnvironment;
	readonly theme: Theme;
	/** Opens an empty page of another size, with the same theme. */
	newPage(width: number, height: number): Promise<Page>;
	/** Changes the size of the editor's page. */
	setSize(width: number, height: number): Promise<void>;
	setHeight(height: number): Promise<void>;
	/** Leaves the page of the previous picture. */
	reset(): Promise<void>;
}

export async function openWindow(
	browser: Browser,
	environment: TestEnvironment,
	theme: Theme,
): Promise<Window> {
	const context = await browser.newContext({
		colorScheme: theme,
		deviceScaleFactor,
		locale: 'en-US',
		reducedMotion: 'reduce',
		viewport: size,
	});
	context.setDefaultTimeout(timeoutMs);
	const page = await context.newPage();
	const editor = new Editor(page, environment.n8n.url);
	await editor.signIn();
	await editor.discardUnsavedChanges();
	const setSize = async (width: number, height: number) => {
		await page.setViewportSize({ width, height });
	};
	return {
		editor,
		environment,
		theme,
		setSize,
		setHeight: async (height) => {
			await setSize(size.width, height);
		},
		newPage: async (width, height) => {
			const other = await context.newPage();
			await other.setViewportSize({ width, height });
			return other;
		},
		reset: async () => {
			await page.unrouteAll();
			await page.goto('about:blank');
			await page.setViewportSize(size);
		},
	};
}
