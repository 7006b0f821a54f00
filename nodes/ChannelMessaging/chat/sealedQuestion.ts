import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import { canonicalContactId } from '../client/canonicalContactId';

/** A question as stored in the contact's custom field. */
export interface SavedQuestion {
	/** The signed link that resumes the execution. */
	link: string;
	/** When the question expires, in milliseconds since the epoch. */
	expiresAt: number;
}

/** A question can only be opened with the same token, contact, and field. */
interface SealOwner {
	token: string;
	contactId: string;
	field: string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
export const nonceBytes = 12;
const tagBytes = 16;

/**
 * The prefix of all sealed questions, which includes the format version. Questions in other
 * versions can't be opened. The prefix must match `isSealedQuestion`.
 */
const prefix = 'n8n-question-1:';

/**
 * Encrypts and authenticates the question. People and workflows that can edit the contact can't
 * read or change the link, or move it to another contact or field.
 *
 * @param nonce random bytes that must never be reused
 */
export function sealQuestion(
	{ link, expiresAt }: SavedQuestion,
	owner: SealOwner,
	nonce: Uint8Array,
): string {
	const cipher = createCipheriv(algorithm, keyOf(owner), nonce).setAAD(contextOf(owner));
	// Rounded, because wait limits such as 0.55 hours aren't whole numbers of milliseconds.
	const text = `${String(Math.round(expiresAt))} ${link}`;
	const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
	return prefix + Buffer.concat(bytes).toString('base64url');
}

/**
 * Returns `undefined` if the text isn't a question, was modified or moved, or was sealed with
 * another token.
 */
export function openSealedQuestion(text: string, owner: SealOwner): SavedQuestion | undefined {
	if (!text.startsWith(prefix)) return undefined;
	const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
	if (bytes.length <= nonceBytes + tagBytes) return undefined;
	const decipher = createDecipheriv(algorithm, keyOf(owner), bytes.subarray(0, nonceBytes), {
		authTagLength: tagBytes,
	});
	decipher.setAAD(contextOf(owner)).setAuthTag(bytes.subarray(-tagBytes));
	try {
		const content = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
		const opened = Buffer.concat([content, decipher.final()]).toString('utf8');
		const [, expiresAt, link = ''] = /^(\d+) (https?:\/\/\S+)$/.exec(opened) ?? [];
		return URL.canParse(link) ? { link, expiresAt: Number(expiresAt) } : undefined;
	} catch {
		return undefined;
	}
}

/** Uses HKDF so that the key differs from other keys that are derived from the token. */
function keyOf({ token }: SealOwner): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', token, '', 'n8n question in the chat', keyBytes));
}

/** Uses the canonical ID because `cus_1` and `1` can refer to the same contact. */
function contextOf({ contactId, field }: SealOwner): Buffer {
	return Buffer.from(JSON.stringify([prefix, canonicalContactId(contactId), field]), 'utf8');
}
