import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import { orderingKey } from '../client/channel';

/** An open question, as it is saved in a custom field of its contact. */
export interface SavedQuestion {
	/** The signed link that resumes the waiting execution. */
	link: string;
	/** The end of the wait, in milliseconds since the epoch. */
	expiresAt: number;
}

/** A sealed question can only be opened with the same token, contact, and custom field. */
interface SealOwner {
	token: string;
	contactId: string;
	/** The name of the custom field that contains the question. */
	field: string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
export const nonceBytes = 12;
const tagBytes = 16;

/** The number is the format version. Questions in other versions can't be opened. */
const prefix = 'n8n-question-1:';

/**
 * Matches sealed questions of all format versions. Unlike other values, they may be overwritten.
 */
const sealed = /^n8n-question-\d+:/;

export function isSealedQuestion(text: string): boolean {
	return sealed.test(text);
}

/**
 * Encrypts and authenticates a question. A person or a workflow that can read or edit the contact
 * can't read or change the link, or move it to another contact or another custom field.
 *
 * @param nonce random bytes, which must never be used twice
 */
export function sealQuestion(
	{ link, expiresAt }: SavedQuestion,
	owner: SealOwner,
	nonce: Uint8Array,
): string {
	const cipher = createCipheriv(algorithm, keyOf(owner), nonce).setAAD(contextOf(owner));
	// A limit such as 0.55 hours isn't always a whole number of milliseconds.
	const text = `${String(Math.round(expiresAt))} ${link}`;
	const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
	return prefix + Buffer.concat(bytes).toString('base64url');
}

/**
 * Returns `undefined` if the text isn't a sealed question, or if it was changed, moved, or sealed
 * with another token.
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

/** HKDF separates this use of the token from all others. */
function keyOf({ token }: SealOwner): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', token, '', 'n8n question in the chat', keyBytes));
}

/** Uses the ordering key, because the IDs `cus_1` and `1` can belong to the same contact. */
function contextOf({ contactId, field }: SealOwner): Buffer {
	return Buffer.from(JSON.stringify([prefix, orderingKey(contactId), field]), 'utf8');
}
