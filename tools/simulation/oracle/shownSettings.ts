import type { TriggerSettings } from '../history/triggerHistory';

/** Returns the settings that the editor shows for the event. Others have no effect. */
export function shownSettings({ event, value, includeExisting, watch }: TriggerSettings) {
	if (event === 'contactMatches') return { event, value, includeExisting };
	return event === 'contactChanges' ? { event, value, watch } : { event, value };
}
