import { freePort } from '../../test/support/n8n';
import { startTestEnvironment } from '../../test/support/fixtures/testEnvironment';
import { provideExamples } from '../demo/exampleWorkflows';
import { startChromium } from '../../test/n8n/ui/browser';
import { takeExamplePictures } from './examplePictures';
import { takeReadmePictures } from './readmePictures';

/** It is seen in a picture, which should look the same every time. */
const servicePort = 4010;

/**
 * Takes the pictures of the documentation anew, in n8n's own editor: all, or those with the names
 * that follow the command, such as `send` or `birthday-greetings`.
 */
async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const isWanted = (name: string) => names.length === 0 || names.includes(name);
	const running = await startTestEnvironment(undefined, { port: await freePort(servicePort) });
	const browser = await startChromium();
	try {
		const { client, credential, service } = running;
		const openAi = await client.createCredential({
			name: 'OpenAI account',
			type: 'openAiApi',
			data: { apiKey: 'none', organizationId: '', url: service.url, header: false },
		});
		const postgres = await client.createCredential({
			name: 'Postgres account',
			type: 'postgres',
			data: { host: 'localhost', database: 'postgres', user: 'postgres', password: 'none' },
		});
		const bearer = await client.createCredential({
			name: 'Bearer Auth account',
			type: 'httpBearerAuth',
			data: { token: 'none' },
		});
		const examples = await provideExamples(client, [credential, openAi, postgres, bearer]);
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
