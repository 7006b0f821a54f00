import type { WorkflowActivateMode } from 'n8n-workflow';

import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { TriggerSettings } from '../history/triggerHistory';
import { shownSettings } from './shownSettings';

/** A time without a change of the settings or the channel, and without being unpublished. */
export interface Epoch {
	readonly settings: TriggerSettings;
	/** Whether contacts that match at the beginning are events. */
	readonly includesExisting: boolean;
	/** Whether the service has shown contacts. */
	hasStarted: boolean;
	/** Whether a page had contacts, but none with the searched field. */
	lacksField: boolean;
	readonly contacts: ContactStore;
	readonly key: string;
	readonly since: number;
	readonly events: Array<{ at: number; id: string }>;
	/** The events that rolled back static data doesn't contain. They may be repeated. */
	readonly forgotten: readonly string[];
	/** The times of lookups without a clear answer, by contact. */
	readonly unclear: Map<string, number[]>;
}

/**
 * Existing contacts are included once per publication with changed settings. A start of n8n is only a
 * publication if there is no static data.
 */
export function includesExisting(
	settings: TriggerSettings,
	previous: Epoch | undefined,
	activation: WorkflowActivateMode | undefined,
): boolean {
	const shown = JSON.stringify(shownSettings(settings));
	if (!settings.includeExisting || settings.event !== 'contactMatches') return false;
	if (previous === undefined) return true;
	const isPublication = activation === 'activate' || activation === 'update';
	const isChanged = JSON.stringify(shownSettings(previous.settings)) !== shown;
	if (isPublication && isChanged) return true;
	return previous.includesExisting && !previous.hasStarted;
}

/** Returns an epoch of which only the first events are known. The others may be repeated. */
export function withoutEvents(epoch: Epoch, known: number): Epoch {
	const repeated = epoch.events.slice(known).map(({ id }) => id);
	return { ...epoch, forgotten: [...epoch.forgotten, ...repeated] };
}
