import type { z } from 'zod';

/** Returns the path and message of each invalid value: `body.tags: Required`. */
export function formatIssues({ issues }: z.ZodError): string {
	return issues
		.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
		.join(', ');
}
