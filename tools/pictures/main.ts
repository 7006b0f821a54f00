import { freePort, type NewCredential } from '../../test/support/n8n';
import { startTestEnvironment } from '../../test/support/fixtures/testEnvironment';
import { provideExamples } from '../demo/exampleWorkflows';
import { startChromium } from '../../test/n8n/ui/browser';
import { takeExamplePictures } from './examplePictures';
import { takeReadmePictures } from './readmePictures';

/** Fixed, because the port is visible in a picture. */
const servicePort = 4010;

/** Returns credentials for the other nodes of the examples, so that these don't show a warning. */
function placeholderCredentials(url: string): readonly NewCredential[] {
	const google = { clientId: 'none', clientSecret: 'none' };
	return [
		{ name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: 'none' } },
		{
			name: 'Google Calendar account',
			type: 'googleCalendarOAuth2Api',
			data: google,
		},
		{
			name: 'Google Drive account',
			type: 'googleDriveOAuth2Api',
			data: google,
		},
		{
			name: 'Google Sheets account',
			type: 'googleSheetsOAuth2Api',
			data: google,
		},
		{
			name: 'OpenAI account',
			type: 'openAiApi',
			data: { apiKey: 'none', organizationId: '', url, header: false },
		},
		{
			name: 'Postgres account',
			type: 'postgres',
			data: { host: 'localhost', database: 'postgres', user: 'postgres', password: 'none' },
		},
		{
			name: 'Shopify account',
			type: 'shopifyAccessTokenApi',
			data: { shopSubdomain: 'example', accessToken: 'none', appSecretKey: 'none' },
		},
		{
			name: 'WooCommerce account',
			type: 'wooCommerceApi',
			data: { consumerKey: 'none', consumerSecret: 'none', url },
		},
	];
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
		const { client, credential, service } = running;
		const credentials = [credential];
		for (const other of placeholderCredentials(service.url)) {
			credentials.push(await client.createCredential(other));
		}
		const examples = await provideExamples(client, credentials);
		await takeExamplePictures({ browser, running, examples, isWanted });
		await takeReadmePictures({ browser, running, examples, isWanted });
	} finally {
		await browser.close();
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
