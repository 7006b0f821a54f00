import type { AskedQuestion } from './question';

const format = {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	timeZoneName: 'short',
} as const;

/**
 * Formats the answer's deadline in the page's language. Returns `undefined` if the wait is
 * unlimited, or if an older version of the package stored the question without a time zone.
 */
export function deadlineText({ until, timeZone, texts }: AskedQuestion): string | undefined {
	if (until === undefined || timeZone === undefined) return undefined;
	try {
		return new Intl.DateTimeFormat(texts.language, { ...format, timeZone }).format(until);
	} catch {
		// Node.js may not support the language or the time zone.
		return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(until);
	}
}
