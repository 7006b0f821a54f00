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
 * Formats the deadline in the page's language. Returns `undefined` if the question has no wait
 * limit or is from an older version, which didn't store the time zone.
 */
export function deadlineText({ until, timeZone, texts }: AskedQuestion): string | undefined {
	if (until === undefined || timeZone === undefined) return undefined;
	try {
		return new Intl.DateTimeFormat(texts.language, { ...format, timeZone }).format(until);
	} catch {
		// This version of Node.js doesn't support the language or the time zone.
		return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(until);
	}
}
