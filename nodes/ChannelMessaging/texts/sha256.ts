import { createHash } from 'node:crypto';

export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
