import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/texts/sha256';
import type { TriggerSettings } from './settings';

/** Separates the hash of the settings from the hash of the channel. */
const separator = ' ';

/**
 * Returns a key for the settings and the channel. When the key changes, the trigger starts a new
 * baseline.
 */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return [hashOf(settings), hashOf(channelKey)].join(separator);
}

export function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}
