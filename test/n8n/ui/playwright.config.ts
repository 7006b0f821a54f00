import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, defineConfig } from '@playwright/test';

/**
 * The browser to start: `CHROMIUM_PATH`, Playwright's download, Debian's package, or an installed
 * Google Chrome. Ubuntu's package only installs a snap, which tests can't start.
 */
const executablePath =
	process.env['CHROMIUM_PATH'] ??
	[chromium.executablePath(), '/usr/bin/chromium'].find((path) => existsSync(path));

/** Set by `.ci/run`, which counts the tests in the file. */
const results = process.env['TEST_RESULTS_FOLDER'];

export default defineConfig({
	testMatch: '*.test.ts',
	outputDir: '../../../reports/ui',
	reporter:
		results === undefined ? 'list' : [['list'], ['json', { outputFile: join(results, 'ui.json') }]],
	// Busy machines are slow, which isn't a defect.
	timeout: 600_000,
	expect: { timeout: 60_000 },
	// Each worker starts n8n and a browser.
	workers: 2,
	use: {
		launchOptions: {
			...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
			chromiumSandbox: false,
			args: [
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-dev-shm-usage',
				'--disable-gpu',
				// The browser can only connect to loopback.
				'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			],
		},
		screenshot: 'only-on-failure',
		// n8n's attribute for its own browser tests.
		testIdAttribute: 'data-test-id',
	},
});
