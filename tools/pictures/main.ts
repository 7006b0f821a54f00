import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { freePort, type NewCredential } from '../../test/support/n8n';
import { startTestEnvironment } from '../../test/support/fixtures/testEnvironment';
import { repository } from '../../test/support/repository';
import { openWindow, startChromium } from '../../test/n8n/ui/browser';
import { Editor } from '../../test/n8n/ui/editor/editor';
import { provideExamples } from '../demo/exampleWorkflows';
import { takeExamplePictures } from './examplePictures';
import { type Props, scenes } from './scenes';

/** Fixed, because the port is visible in a picture. */
const servicePort = 4010;
/** Physical pixels per CSS pixel. */
const pixelRatio = 2;
/** How long a scene may wait for an element, in milliseconds. */
const maxWaitMs = 120_000;
/** Hides notifications, which appear for a few seconds and cover parts of the picture. */
const hideNotices = '.el-notification { visibility: hidden !important; }';

/** Returns credentials for the other nodes of the examples, so that these don't show a warning. */
function placeholderCredentials(url: string): readonly NewCredential[] {
	const google = { clientId: 'none', clientSecret: 'none' };
	const postgres = { host: 'localhost', database: 'postgres', user: 'postgres', password: 'none' };
	const shopify = { shopSubdomain: 'example', accessToken: 'none', appSecretKey: 'none' };
	const openAi = { apiKey: 'none', organizationId: '', url, header: false };
	const wooCommerce = { consumerKey: 'none', consumerSecret: 'none', url };
	return [
		{ name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: 'none' } },
		{ name: 'Google Calendar account', type: 'googleCalendarOAuth2Api', data: google },
		{ name: 'Google Drive account', type: 'googleDriveOAuth2Api', data: google },
		{ name: 'Google Sheets account', type: 'googleSheetsOAuth2Api', data: google },
		{
			name: 'Header Auth account',
			type: 'httpHeaderAuth',
			data: { name: 'X-Api-Key', value: 'none' },
		},
		{ name: 'OpenAI account', type: 'openAiApi', data: openAi },
		{ name: 'Postgres account', type: 'postgres', data: postgres },
		{ name: 'Shopify account', type: 'shopifyAccessTokenApi', data: shopify },
		{ name: 'WooCommerce account', type: 'wooCommerceApi', data: wooCommerce },
	];
}

/** Takes scenes in n8n's light and dark theme, cropped to the part that the scene returns. */
async function takeScenes(browser: Browser, names: readonly string[], props: Props): Promise<void> {
	const { n8n, service } = props.running;
	for (const colorScheme of ['light', 'dark'] as const) {
		const appearance = { colorScheme, width: 1240, height: 720, pixelRatio };
		const window = await openWindow(browser, n8n.url, appearance);
		for (const name of names) {
			// Requests of the previous scene must not show up in the next one.
			service.reset();
			const page = await window.newPage();
			page.setDefaultTimeout(maxWaitMs);
			const part = await scenes[name]?.(new Editor(page, n8n.url), props);
			const path = join(repository, 'docs', 'pictures', `${name}-${colorScheme}.png`);
			await part?.screenshot({ path, style: hideNotices, animations: 'disabled' });
			await page.close();
		}
		await window.close();
	}
}

/**
 * Updates the pictures of the documentation. Arguments select pictures by name, such as `send` or
 * `birthday-greetings`.
 */
async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const isWanted = (name: string) => names.length === 0 || names.includes(name);
	const running = await startTestEnvironment(undefined, { port: await freePort(servicePort) });
	const browser = await startChromium();
	try {
		const { client, credential, n8n, service } = running;
		const credentials = [credential];
		for (const other of placeholderCredentials(service.url)) {
			credentials.push(await client.createCredential(other));
		}
		const examples = await provideExamples(client, credentials);
		const window = await openWindow(browser, n8n.url, { width: 1700, height: 1600, pixelRatio });
		await takeExamplePictures(
			new Editor(await window.newPage(), n8n.url),
			examples.filter(({ folder }) => isWanted(folder)),
		);
		await window.close();
		await takeScenes(browser, Object.keys(scenes).filter(isWanted), { running, examples });
	} finally {
		await browser.close();
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
