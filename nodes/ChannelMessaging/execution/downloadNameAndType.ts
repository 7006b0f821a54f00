import type { IBinaryData } from 'n8n-workflow';

/** Matches media types that are valid in an HTTP header, with or without parameters. */
const headerType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/;

/** Returns a valid `Content-Type` for a copy of the file. */
export function downloadType({ mimeType }: Pick<IBinaryData, 'mimeType'>): string {
	return headerType.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Matches characters that would truncate the name in n8n or are invalid in an HTTP header. */
const unusable = /[\p{Cc}\p{Cs}/\\?]/gu;

/**
 * Returns a name that is never empty. n8n serves files without a name inline, where they could run
 * scripts.
 */
export function downloadName(file: Pick<IBinaryData, 'fileExtension' | 'fileName'>): string {
	const { fileExtension = '', fileName = '' } = file;
	const name = fileName.replace(unusable, '_').trim();
	if (name !== '') return name;
	return `file${/^\w+$/.test(fileExtension) ? `.${fileExtension}` : ''}`;
}
