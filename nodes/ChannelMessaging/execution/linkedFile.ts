import type { IBinaryData } from 'n8n-workflow';

/**
 * Types that can't run a script when a browser opens them. n8n serves a file without a name inline,
 * on its own origin, where a script has the rights of the signed-in user. No parameters and no
 * list: of `video/mp4, text/html`, browsers use the last type.
 */
const shownSafely =
	/^(?:image\/(?:gif|jpeg|png|webp)|application\/pdf|(?:audio|video)\/[\w.+-]+)$/i;

/** Returns whether a file of this type is harmless, even if a browser shows it on n8n's origin. */
export function isShownSafely(mimeType: string | undefined): boolean {
	return mimeType !== undefined && shownSafely.test(mimeType);
}

/** A type that fits into a header, with parameters. */
const headerType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/;

/** The type of a copy. n8n can't serve a file whose type isn't a valid header. */
export function downloadType({ mimeType }: Pick<IBinaryData, 'mimeType'>): string {
	return headerType.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Characters that end a name in n8n, or that n8n can't write into a header. */
const unusable = /[\p{Cc}\p{Cs}/\\?]/gu;

/**
 * The name of a copy. It is never empty, because n8n serves only files with a name as a download,
 * which no browser runs.
 */
export function downloadName(file: Pick<IBinaryData, 'fileExtension' | 'fileName'>): string {
	const { fileExtension = '', fileName = '' } = file;
	const name = fileName.replace(unusable, '_').trim();
	if (name !== '') return name;
	return `file${/^\w+$/.test(fileExtension) ? `.${fileExtension}` : ''}`;
}
