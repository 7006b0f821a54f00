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
 * Returns when the time to answer is over, in the language of the page. Returns `undefined` if there
 * is no limit, or if an older version stored the question without a time zone.
 */
export function deadlineOf({ until, timeZone, texts }: AskedQuestion): string | undefined {
	if (until === undefined || timeZone === undefined) return undefined;
	try {
		return new Intl.DateTimeFormat(texts.language, { ...format, timeZone }).format(until);
	} catch {
		// Node.js doesn't support the language code or the time zone.
		return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(until);
	}
}
