import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	chromium,
	type LaunchOptions,
	selectors,
} from '@playwright/test';
import { Editor } from './editor/editor';

/**
 * Returns the browser to start: `CHROMIUM_PATH`, Playwright's download, Debian's package, or an
 * installed Google Chrome. Ubuntu's package only installs a snap, which tests can't start.
 */
function installedBrowser(): { channel: string } | { executablePath: string } {
	const executablePath =
		process.env['CHROMIUM_PATH'] ??
		[chromium.executablePath(), '/usr/bin/chromium'].find((path) => existsSync(path));
	return executablePath === undefined ? { channel: 'chrome' } : { executablePath };
}

/** Returns the options for a headless browser that can only connect to loopback. */
export function launchOptions(): LaunchOptions {
	return {
		...installedBrowser(),
		chromiumSandbox: false,
		args: [
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		],
	};
}

/** n8n's attribute for its own browser tests. */
export const testIdAttribute = 'data-test-id';

/** Starts a browser for tools. Tests use Playwright's fixtures. */
export async function startChromium(): Promise<Browser> {
	selectors.setTestIdAttribute(testIdAttribute);
	return await chromium.launch(launchOptions());
}

export interface Appearance {
	readonly colorScheme?: 'dark' | 'light';
	readonly width?: number;
	readonly height?: number;
	/** The device scale factor. Default: 1. */
	readonly pixelRatio?: number;
}

/** Opens a browser window and signs in the owner. */
export async function openWindow(
	browser: Browser,
	url: string,
	{ colorScheme = 'light', width = 1440, height = 900, pixelRatio = 1 }: Appearance = {},
): Promise<BrowserContext> {
	const viewport = { width, height };
	const window = await browser.newContext({
		colorScheme,
		reducedMotion: 'reduce',
		viewport,
		deviceScaleFactor: pixelRatio,
	});
	const page = await window.newPage();
	await new Editor(page, url).signIn();
	await page.close();
	return window;
}
