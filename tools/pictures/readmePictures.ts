import { join } from 'node:path';
import { repository } from '../../test/support/repository';
import { openWindow } from '../../test/n8n/ui/browser';
import { Editor } from '../../test/n8n/ui/editor/editor';
import { pixelRatio, type Props } from './props';
import { scenes } from './scenes';

const folder = join(repository, 'docs', 'pictures');
/** Hides notifications, which appear for a few seconds and cover parts of the picture. */
const hideNotices = '.el-notification { visibility: hidden !important; }';
/** How long a scene may wait for an element, in milliseconds. */
const maxWaitMs = 120_000;

/** Takes each scene in n8n's light and dark theme, cropped to the part that the scene returns. */
export async function takeReadmePictures(props: Props): Promise<void> {
	const { browser, isWanted, running } = props;
	const wanted = Object.entries(scenes).filter(([name]) => isWanted(name));
	const { url } = running.n8n;
	for (const colorScheme of ['light', 'dark'] as const) {
		const window = await openWindow(browser, url, {
			colorScheme,
			width: 1240,
			height: 720,
			pixelRatio,
		});
		for (const [name, show] of wanted) {
			// Requests of the previous scene must not show up in the next one.
			running.service.reset();
			const page = await window.newPage();
			page.setDefaultTimeout(maxWaitMs);
			const part = await show(new Editor(page, url), props);
			const path = join(folder, `${name}-${colorScheme}.png`);
			await part.screenshot({ path, style: hideNotices, animations: 'disabled' });
			await page.close();
		}
		await window.close();
	}
}
