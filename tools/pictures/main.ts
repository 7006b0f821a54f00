import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, selectors } from '@playwright/test';
import { launchOptions } from '../../test/support/browser/launchOptions';
import {
	closeTestEnvironment,
	openTestEnvironment,
	resetTestEnvironment,
	testEnvironment,
} from '../../test/support/fixtures/testEnvironment';
import { repository } from '../../test/support/repository';
import { answerPictures } from './answerPictures';
import { campaignPicture } from './campaignPicture';
import { editorPictures } from './editorPictures';
import { type Credentials, examplePicture, exampleWorkflows } from './examplePictures';
import type { Picture } from './picture';
import { openWindow, themes, type Window } from './window';

/** The names of the pictures to take. Default: all. */
const names = process.argv.slice(2);

const documentationPictures: Readonly<Record<string, Picture>> = {
	...answerPictures,
	...editorPictures,
	campaign: campaignPicture,
};

function isChosen(name: string): boolean {
	return names.length === 0 || names.includes(name);
}

async function takePicture(window: Window, file: string, picture: Picture): Promise<void> {
	resetTestEnvironment();
	await window.reset();
	const path = join(repository, file);
	await writeFile(path, await picture(window));
	console.log(file);
}

async function takePictures(window: Window): Promise<void> {
	for (const [name, picture] of Object.entries(documentationPictures)) {
		if (!isChosen(name)) continue;
		await takePicture(window, `docs/pictures/${name}-${window.theme}.png`, picture);
	}
}

async function takeExamplePictures(window: Window): Promise<void> {
	const { credential } = testEnvironment();
	const credentials: Credentials = new Map([[credential.type, credential]]);
	for (const workflow of exampleWorkflows()) {
		const [example, file] = workflow;
		if (!isChosen(example)) continue;
		const picture = `examples/${example}/${file.replace('.json', '.png')}`;
		await takePicture(window, picture, () => examplePicture(window, workflow, credentials));
	}
}

async function main(): Promise<void> {
	// n8n's attribute for its own browser tests.
	selectors.setTestIdAttribute('data-test-id');
	await openTestEnvironment();
	const browser = await chromium.launch(launchOptions);
	try {
		for (const theme of themes) {
			const window = await openWindow(browser, testEnvironment(), theme);
			await takePictures(window);
			// The READMEs of the examples show the light theme only.
			if (theme === 'light') await takeExamplePictures(window);
		}
	} finally {
		await browser.close();
		await closeTestEnvironment();
	}
}

void main();
