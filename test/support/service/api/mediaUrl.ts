import type { MessageItem } from './schemas';
import { Refusal } from './refusal';

const extensions = {
	image: /\.(avif|bmp|gif|heic|jpe?g|png|svg|webp)$/i,
	video: /\.(3gp|avi|m4v|mkv|mov|mp4|mpe?g|webm)$/i,
	audio: /\.(aac|amr|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
	file: /(?:)/,
};

/**
 * An attachment's URL must lead to a file of its kind (section 4.1, Send message). The real service may fetch it;
 * this one goes by the extension of the URL's path. The document doesn't show the status of this
 * error (section 7, Errors): it is 400 here, which is none of those the document does show.
 */
export function requireMediaUrl(item: MessageItem): void {
	if (!('url' in item)) return;
	const url = URL.canParse(item.url) ? new URL(item.url) : undefined;
	if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
		throw new Refusal(403, 'The url must be an absolute http or https URL.');
	}
	if (!extensions[item.type].test(url.pathname)) {
		throw new Refusal(400, 'Sorry, Url provided is not an image/audio/video file');
	}
}
