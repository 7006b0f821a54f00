import { isRecord } from '../client/isRecord';

/** A Luxon date. `instanceof` doesn't detect it, because several copies of Luxon can be loaded. */
interface LuxonDate {
	isLuxonDateTime: true;
	/** Returns `null` if the date is invalid. */
	toISO(): string | null;
}

/** `instanceof` doesn't detect these dates, because n8n's sandboxes have their own `Date` class. */
function isJavaScriptDate(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

function isLuxonDate(value: unknown): value is LuxonDate {
	return isRecord(value) && value.isLuxonDateTime === true && typeof value.toISO === 'function';
}

/**
 * Returns the date in ISO format, `null` for an invalid date, or `undefined` if the value isn't a
 * date. Database nodes and expressions can return dates as objects.
 */
export function dateText(value: unknown): string | null | undefined {
	if (isJavaScriptDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	return isLuxonDate(value) ? value.toISO() : undefined;
}

export function isDate(value: unknown): boolean {
	return dateText(value) !== undefined;
}
