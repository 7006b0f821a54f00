import { createHash } from 'node:crypto';

/** Returns a SHA-256 hash of JSON data. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
