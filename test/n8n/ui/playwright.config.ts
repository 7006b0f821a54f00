import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../../support/browser/launchOptions';

/** Set by `.ci/run`, which counts the tests in the file. */
const results = process.env['TEST_RESULTS_FOLDER'];

export default defineConfig({
	testMatch: '*.test.ts',
	outputDir: '../../../reports/ui',
	reporter:
		results === undefined ? 'list' : [['list'], ['json', { outputFile: join(results, 'ui.json') }]],
	// Tests must not fail because the machine is busy.
	timeout: 600_000,
	expect: { timeout: 60_000 },
	// Each worker starts n8n and a browser.
	workers: 2,
	use: {
		launchOptions,
		screenshot: 'only-on-failure',
		// n8n's attribute for its own browser tests.
		testIdAttribute: 'data-test-id',
	},
});
