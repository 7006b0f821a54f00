import { freePort } from '../../support/n8n';
import { startRunning } from '../../support/running/running';
import { provideExamples } from '../start/exampleWorkflows';
import { startChromium } from '../ui/browser';
import { takeExamplePictures } from './examplePictures';
import { takeReadmePictures } from './readmePictures';

/** It is seen in a picture, which should look the same every time. */
const servicePort = 4010;

/** Takes every picture of the documentation anew, in n8n's own editor. */
async function main(): Promise<void> {
	const running = await startRunning(undefined, { port: await freePort(servicePort) });
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
		const examples = await provideExamples(client, [credential, openAi, postgres]);
		await takeExamplePictures({ browser, running, examples });
		await takeReadmePictures({ browser, running, examples });
	} finally {
		await browser.close();
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
