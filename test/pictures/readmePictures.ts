import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../repository';
import { Editor } from '../ui/editor/editor';
import { openWindow } from '../ui/browser';
import type { Props } from './importExamples';
import { scenes } from './scenes';

const folder = join(repository, 'docs', 'pictures');
/** They come and go, and cover what the picture is about. */
const hideNotices = '.el-notification { visibility: hidden !important; }';
const patience = 120_000;
const colorSchemes = ['light', 'dark'] as const;

/** Takes each scene in n8n's light and in its dark colours, and answers the files. */
export async function takeReadmePictures(props: Props): Promise<readonly string[]> {
	const { browser, running } = props;
	const { url } = running.n8n;
	await mkdir(folder, { recursive: true });
	const files: string[] = [];
	for (const colorScheme of colorSchemes) {
		const window = await openWindow(browser, url, { colorScheme, width: 1280, height: 760 });
		for (const [name, show] of Object.entries(scenes)) {
			// What one picture began must not be seen in the next.
			running.service.reset();
			const page = await window.newPage();
			page.setDefaultTimeout(patience);
			const editor = new Editor(page, url);
			await show(editor, props);
			const path = join(folder, `${name}-${colorScheme}.png`);
			await editor.page.screenshot({ path, style: hideNotices, animations: 'disabled' });
			files.push(path);
			await editor.page.close();
		}
		await window.close();
	}
	return files;
}
