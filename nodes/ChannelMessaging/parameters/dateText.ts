import { isRecord } from '../client/model';

/** There can be several copies of Luxon, so `instanceof` doesn't work. */
interface LuxonDate {
	isLuxonDateTime: true;
	/** Luxon returns `null` for invalid dates. */
	toISO(): string | null;
}

/** n8n's sandboxes have their own `Date` class. */
function isJavaScriptDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

function isLuxonDate(value: unknown): value is LuxonDate {
	return isRecord(value) && value.isLuxonDateTime === true && typeof value.toISO === 'function';
}

/**
 * ISO text for a date, `null` for an invalid one, and `undefined` for anything else. Database nodes
 * and expressions return dates as objects.
 */
export function dateText(value: unknown): string | null | undefined {
	if (isJavaScriptDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	return isLuxonDate(value) ? value.toISO() : undefined;
}

export function isDate(value: unknown): boolean {
	return dateText(value) !== undefined;
}
