interface ExpiringState {
	removeExpired(): void;
}

const states: ExpiringState[] = [];

/**
 * Declares state that executions share. Each execution removes all expired entries. Entries that no
 * execution looks up anymore would otherwise stay in memory.
 */
export function expiringState<State extends ExpiringState>(state: State): State {
	states.push(state);
	return state;
}

export function removeExpiredState(): void {
	for (const state of states) state.removeExpired();
}
