import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/texts/sha256';
import type { EnteredSettings } from './settings';

/** Separates the hash of the node's settings from the hash of everything else. */
const separator = ' ';

/**
 * Returns a key for the settings and the channel. When the key changes, the trigger starts a new
 * baseline.
 */
export function baselineOf(
	{ channelKey }: ChannelCredential,
	{ match, ...entered }: EnteredSettings,
): string {
	// The values to search for also depend on the credential's settings for phone numbers.
	const settings = { ...entered, name: match.name };
	return [hashOf(settings), hashOf([channelKey, match])].join(separator);
}

export function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}
