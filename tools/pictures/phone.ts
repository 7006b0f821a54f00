import type { Page } from '@playwright/test';
import type { Theme } from './window';

/** The chat as the contact sees it in a messenger. */
export interface Chat {
	readonly sender: string;
	readonly received: readonly string[];
}

const colors: Record<Theme, Record<'background' | 'bubble' | 'edge' | 'text' | 'time', string>> = {
	light: {
		background: '#eef1f4',
		bubble: '#fff',
		edge: '#b8c0c8',
		text: '#1f2328',
		time: '#667078',
	},
	dark: {
		background: '#1b1f24',
		bubble: '#2d343c',
		edge: '#555f6a',
		text: '#e8ecf0',
		time: '#9aa4ae',
	},
};

/** The canvas of n8n, so that the phone and the workflow look like one picture. */
const canvasColors: Record<Theme, string> = { light: '#f5f5f5', dark: '#171717' };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function htmlOf(text: string): string {
	return text.replace(/[&<>]/g, (character) => escapes[character] ?? '');
}

/** Draws pictures of a workflow beside a phone with a chat. */
export async function drawBesidePhone(
	page: Page,
	theme: Theme,
	pictures: readonly Buffer[],
	{ sender, received }: Chat,
): Promise<Buffer> {
	const { background, bubble, edge, text, time } = colors[theme];
	const images = pictures.map((picture) => {
		return `<img alt="" srcset="data:image/png;base64,${picture.toString('base64')} 2x">`;
	});
	const messages = received.map((message) => `<p>${htmlOf(message)}<small>10:24</small></p>`);
	await page.setContent(`<!doctype html><style>
		body { margin: 0; background: ${canvasColors[theme]}; font: 15px/1.4 Inter, system-ui, sans-serif }
		main { display: flex; gap: 24px; align-items: center; padding: 20px; box-sizing: border-box }
		.workflow { flex: 1; display: flex; flex-direction: column; gap: 12px; min-width: 0 }
		img { max-width: 100%; display: block; margin: 0 auto }
		.phone { width: 240px; height: 400px; border: 8px solid ${edge}; border-radius: 36px;
			background: ${background}; color: ${text}; overflow: hidden; flex: none }
		h1 { margin: 0 0 14px; padding: 22px 18px 12px; font-size: 16px; background: ${bubble} }
		p { margin: 0 34px 10px 12px; padding: 9px 12px; border-radius: 4px 16px 16px 16px;
			background: ${bubble}; white-space: pre-wrap }
		small { display: block; text-align: right; color: ${time}; font-size: 11px }
		</style><main><div class="workflow">${images.join('')}</div>
		<div class="phone"><h1>${htmlOf(sender)}</h1>${messages.join('')}</div></main>`);
	return await page.locator('main').screenshot();
}
