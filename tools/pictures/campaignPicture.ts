import { canvasPicture } from './canvas';
import { openCampaign } from './editorPictures';
import { nodeName } from './guests';
import { drawBesidePhone } from './phone';
import type { Picture } from './picture';

/** A campaign in n8n, its summary, and the message on the phone of its first contact. */
export const campaignPicture: Picture = async (window) => {
	const { editor, environment, theme } = window;
	await openCampaign(window);
	const summary = editor.output.getByRole('alert').filter({ hasText: /^Sent/ });
	const summaryPicture = await summary.screenshot();
	await editor.closeNode();
	const canvas = await canvasPicture(editor.page);
	await editor.openNode(nodeName);

	const [first] = environment.service.messages;
	const received = first?.item.type === 'text' ? [first.item.text] : [];
	const page = await window.newPage(1100, 600);
	const chat = { sender: 'Harbour Kitchen', received };
	const picture = await drawBesidePhone(page, theme, [canvas, summaryPicture], chat);
	await page.close();
	return picture;
};
