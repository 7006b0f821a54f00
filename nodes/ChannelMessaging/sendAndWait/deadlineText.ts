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
 * Formats the end of the wait in the language of the page. Returns `undefined` if the wait is
 * unlimited. Also returns `undefined` if an older version of the package stored the question
 * without a time zone.
 */
export function deadlineText({ until, timeZone, texts }: AskedQuestion): string | undefined {
	if (until === undefined || timeZone === undefined) return undefined;
	try {
		return new Intl.DateTimeFormat(texts.language, { ...format, timeZone }).format(until);
	} catch {
		// Falls back to English and UTC if Node.js doesn't support the language or the time zone.
		return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(until);
	}
}
