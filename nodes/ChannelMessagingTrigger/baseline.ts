import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/client/hash';
import type { TriggerSettings } from './settings';

/** The data of a trigger's latest state that determines whether to report existing contacts. */
interface Publication {
	baseline: string;
	/** Whether the service hasn't responded to any search yet. */
	isUnread: boolean;
}

/** Separates the hash of the settings from the hash of the channel. */
const separator = ' ';

/**
 * Returns a key for the channel and the settings. If it changes, the trigger starts a new baseline.
 */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return [hashOf(settings), hashOf(channelKey)].join(separator);
}

function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}

/**
 * Returns whether to report existing contacts. They are reported once per publication with changed
 * settings, but not if only the token or the address changes. A publication without a response from
 * the service hasn't reported them yet.
 */
export function canInclude(latest: Publication, baseline: string): boolean {
	return latest.isUnread || settingsIn(latest.baseline) !== settingsIn(baseline);
}
