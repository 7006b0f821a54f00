import type { PollBudget, PollRequests } from './pollBudget';

interface Watching {
	/** The number of contacts found so far. */
	contacts: number;
	/** The number of triggers with the same token. */
	triggers: number;
}

/**
 * The number of polls that a search usually takes at most. If a search takes longer, the user is
 * warned that events are late.
 */
export const maxUsualPolls = 3;

export function lateEventsWarning(
	requests: Pick<PollRequests, 'rateLimited' | 'sent'>,
	limits: Pick<PollBudget, 'maxRequests'>,
	watching: Watching,
): string {
	const reason = reasonFor(requests, limits, watching);
	return `events can be late, because a search for all contacts takes more than ${String(maxUsualPolls)} polls. ${reason}`;
}

/** Explains why a search takes several polls, and how users can speed it up. */
function reasonFor(
	{ sent, rateLimited }: Pick<PollRequests, 'rateLimited' | 'sent'>,
	{ maxRequests }: Pick<PollBudget, 'maxRequests'>,
	{ contacts, triggers }: Watching,
): string {
	if (rateLimited > 0) {
		return `The service rejected ${String(rateLimited)} of ${String(sent)} requests in the last poll, because other systems use the same token. Lower their rates.`;
	}
	if (sent < maxRequests && triggers > 1) {
		return `The last poll could send only ${String(sent)} of ${String(maxRequests)} requests: ${String(triggers)} triggers and all running workflows share the rate limit of the token, or the service responds slowly.`;
	}
	if (sent < maxRequests) {
		return `The last poll could send only ${String(sent)} of ${String(maxRequests)} requests: running workflows use up the rate limit of the token, or the service responds slowly.`;
	}
	return `The trigger monitors ${String(contacts)} contacts so far, and a poll sends at most ${String(maxRequests)} requests, which is half of 'Contact Requests per Minute' in the credential. Poll every minute, or choose a value that fewer contacts have.`;
}
