import { join } from 'node:path';
import { repository } from '../../test/support/repository';
import { openWindow } from '../../test/n8n/ui/browser';
import { Editor } from '../../test/n8n/ui/editor/editor';
import { pixelRatio, type Props } from './props';
import { scenes } from './scenes';

const folder = join(repository, 'docs', 'pictures');
/** They come and go, and cover what the picture is about. */
const hideNotices = '.el-notification { visibility: hidden !important; }';
/** Milliseconds for what a scene waits for. */
const patience = 120_000;

/** Takes each scene in n8n's light and in its dark colours. */
export async function takeReadmePictures(props: Props): Promise<void> {
	const { browser, isWanted, running } = props;
	const wanted = Object.entries(scenes).filter(([name]) => isWanted(name));
	const { url } = running.n8n;
	for (const colorScheme of ['light', 'dark'] as const) {
		const window = await openWindow(browser, url, {
			colorScheme,
			width: 1280,
			height: 760,
			pixelRatio,
		});
		for (const [name, show] of wanted) {
			// What one picture began must not be seen in the next.
			running.service.reset();
			const page = await window.newPage();
			page.setDefaultTimeout(patience);
			await show(new Editor(page, url), props);
			const path = join(folder, `${name}-${colorScheme}.png`);
			await page.screenshot({ path, style: hideNotices, animations: 'disabled' });
			await page.close();
		}
		await window.close();
	}
}
