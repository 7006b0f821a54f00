import type { IBinaryData } from 'n8n-workflow';

/**
 * Can't run scripts. n8n serves nameless files inline on its own origin, where a script would act
 * as the signed-in user. No parameters and no lists: browsers take the last type of `video/mp4,
 * text/html`.
 */
const shownSafely =
	/^(?:image\/(?:gif|jpeg|png|webp)|application\/pdf|(?:audio|video)\/[\w.+-]+)$/i;

export function isShownSafely(mimeType: string | undefined): boolean {
	return mimeType !== undefined && shownSafely.test(mimeType);
}

/** Valid in an HTTP header. May have parameters. */
const headerType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/;

/** Fit for the `Content-Type` of a copy. */
export function downloadType({ mimeType }: Pick<IBinaryData, 'mimeType'>): string {
	return headerType.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Would cut the name in n8n, or aren't valid in an HTTP header. */
const unusable = /[\p{Cc}\p{Cs}/\\?]/gu;

/** Never empty: n8n serves nameless files inline, where they could run scripts. */
export function downloadName(file: Pick<IBinaryData, 'fileExtension' | 'fileName'>): string {
	const { fileExtension = '', fileName = '' } = file;
	const name = fileName.replace(unusable, '_').trim();
	if (name !== '') return name;
	return `file${/^\w+$/.test(fileExtension) ? `.${fileExtension}` : ''}`;
}
