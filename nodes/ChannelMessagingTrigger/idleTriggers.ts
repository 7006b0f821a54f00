/** The longest polling interval in n8n is a month. */
const retentionMs = 32 * 24 * 3_600_000;

export function removeIdle(
	triggers: Map<string, { readonly polledAt: number }>,
	now: number,
): void {
	for (const [trigger, { polledAt }] of triggers) {
		if (polledAt < now - retentionMs) triggers.delete(trigger);
	}
}
