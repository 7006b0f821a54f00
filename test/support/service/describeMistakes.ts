import type { z } from 'zod';

/** Where a value isn't what the schema wants, and why: `body.tags: Required`. */
export function describeMistakes({ issues }: z.ZodError): string {
	return issues
		.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
		.join(', ');
}
