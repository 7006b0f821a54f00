import type { IBinaryData } from 'n8n-workflow';

/**
 * Types that can't run a script when a browser opens them. n8n serves a nameless file inline on its
 * own origin, where a script would have the signed-in user's rights. Excludes parameters and lists,
 * because browsers use the last type of `video/mp4, text/html`.
 */
const shownSafely =
	/^(?:image\/(?:gif|jpeg|png|webp)|application\/pdf|(?:audio|video)\/[\w.+-]+)$/i;

export function isShownSafely(mimeType: string | undefined): boolean {
	return mimeType !== undefined && shownSafely.test(mimeType);
}

/** Matches a MIME type that is valid in an HTTP header, with optional parameters. */
const headerType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/;

/** Returns a type that n8n can write to the `Content-Type` header of a file's copy. */
export function downloadType({ mimeType }: Pick<IBinaryData, 'mimeType'>): string {
	return headerType.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Characters that would truncate the file name in n8n, or that aren't valid in an HTTP header. */
const unusable = /[\p{Cc}\p{Cs}/\\?]/gu;

/**
 * Returns the name for a file's copy. It is never empty, because n8n serves nameless files inline,
 * where a browser could run their scripts.
 */
export function downloadName(file: Pick<IBinaryData, 'fileExtension' | 'fileName'>): string {
	const { fileExtension = '', fileName = '' } = file;
	const name = fileName.replace(unusable, '_').trim();
	if (name !== '') return name;
	return `file${/^\w+$/.test(fileExtension) ? `.${fileExtension}` : ''}`;
}
