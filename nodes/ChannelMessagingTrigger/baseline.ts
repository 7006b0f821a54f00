import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/client/hash';
import type { TriggerSettings } from './settings';

/** Decides about existing contacts. */
interface Publication {
	baseline: string;
	/** The service hasn't responded to any search yet. */
	isUnread: boolean;
}

/** Between the hash of the settings and the hash of the channel. */
const separator = ' ';

/** Changes with the channel and the settings. A new key starts a new baseline. */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return [hashOf(settings), hashOf(channelKey)].join(separator);
}

function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}

/**
 * Existing contacts are reported once per publication with changed settings, but not for a new
 * token or address. A publication without a response from the service hasn't reported them yet.
 */
export function canInclude(latest: Publication, baseline: string): boolean {
	return latest.isUnread || settingsIn(latest.baseline) !== settingsIn(baseline);
}
