import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Editor } from '../ui/editor/editor';
import { openWindow, type Stage } from '../ui/fixture/stage';
import type { ImportedExamples } from './importExamples';
import { scenes } from './scenes';

const folder = join(__dirname, '..', '..', 'docs', 'pictures');
/** They come and go, and cover what the picture is about. */
const hideNotices = '.el-notification { visibility: hidden !important; }';
const patience = 120_000;
const colorSchemes = ['light', 'dark'] as const;

/** Takes each scene in n8n's light and in its dark colours, and answers the files. */
export async function takeReadmePictures(
	stage: Stage,
	examples: ImportedExamples,
): Promise<readonly string[]> {
	await mkdir(folder, { recursive: true });
	const files: string[] = [];
	for (const colorScheme of colorSchemes) {
		const { browser, url } = stage;
		const window = await openWindow(browser, url, { colorScheme, width: 1280, height: 760 });
		for (const [name, show] of Object.entries(scenes)) {
			// What one picture began must not be seen in the next.
			stage.service.reset();
			const page = await window.newPage();
			page.setDefaultTimeout(patience);
			const editor = new Editor(page, url);
			await show(editor, { service: stage.service, examples });
			const path = join(folder, `${name}-${colorScheme}.png`);
			await editor.page.screenshot({ path, style: hideNotices, animations: 'disabled' });
			files.push(path);
			await editor.page.close();
		}
		await window.close();
	}
	return files;
}
