/**
 * Matches file types that can't run scripts. n8n serves files without a name inline from its own
 * origin, where a script would have the signed-in user's permissions. Types with parameters and
 * lists of types don't match, because browsers use the last type of `video/mp4, text/html`.
 */
const safeInline = /^(?:image\/(?:gif|jpeg|png|webp)|application\/pdf|(?:audio|video)\/[\w.+-]+)$/i;

export function isSafeInline(mimeType: string | undefined): boolean {
	return mimeType !== undefined && safeInline.test(mimeType);
}
