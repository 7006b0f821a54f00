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
 * In the page's language. `undefined` without a limit, and for questions from older versions, which
 * stored no time zone.
 */
export function deadlineText({ until, timeZone, texts }: AskedQuestion): string | undefined {
	if (until === undefined || timeZone === undefined) return undefined;
	try {
		return new Intl.DateTimeFormat(texts.language, { ...format, timeZone }).format(until);
	} catch {
		// This Node.js doesn't know the language or the time zone.
		return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(until);
	}
}
