import { installedN8n } from '../running/installedN8n';
import { freePort } from '../n8n';
import { openStage } from '../ui/fixture/stage';
import { takeExamplePictures } from './examplePictures';
import { importExamples } from './importExamples';
import { takeReadmePictures } from './readmePictures';

/** It is seen in a picture, which should look the same every time. */
const servicePort = 4010;

/** Takes every picture of the documentation anew, in n8n's own editor. */
async function main(): Promise<void> {
	const stage = await openStage(await installedN8n(), await freePort(servicePort));
	try {
		const examples = await importExamples(stage);
		const files = [
			...(await takeExamplePictures(stage, examples)),
			...(await takeReadmePictures(stage, examples)),
		];
		for (const file of files) console.log(file);
	} finally {
		await stage.close();
	}
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
