import { freePort } from '../n8n';
import { startRunning } from '../running/running';
import { startChromium } from '../ui/browser';
import { takeExamplePictures } from './examplePictures';
import { importExamples } from './importExamples';
import { takeReadmePictures } from './readmePictures';

/** It is seen in a picture, which should look the same every time. */
const servicePort = 4010;

/** Takes every picture of the documentation anew, in n8n's own editor. */
async function main(): Promise<void> {
	const running = await startRunning(undefined, { port: await freePort(servicePort) });
	const browser = await startChromium();
	try {
		const props = { browser, running, examples: await importExamples(running) };
		const files = [...(await takeExamplePictures(props)), ...(await takeReadmePictures(props))];
		for (const file of files) console.log(file);
	} finally {
		await browser.close();
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
