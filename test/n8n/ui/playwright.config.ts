import { defineConfig } from '@playwright/test';
import { launchOptions, testIdAttribute } from './browser';

export default defineConfig({
	testDir: '../../..',
	testMatch: ['test/n8n/ui/*.test.ts', 'tools/demo/*.test.ts'],
	outputDir: '../../../reports/ui',
	reporter: [['list'], ['./countResults.ts']],
	// Busy machines are slow, which isn't a defect.
	timeout: 600_000,
	expect: { timeout: 60_000 },
	// Each worker starts n8n and a browser.
	workers: 2,
	use: {
		launchOptions: launchOptions(),
		screenshot: 'only-on-failure',
		testIdAttribute,
	},
});
