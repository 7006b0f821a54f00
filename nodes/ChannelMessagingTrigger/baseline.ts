import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/texts/sha256';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';

/** Determines whether existing contacts are reported. */
interface Publication extends Pick<Snapshot, 'baselinePasses' | 'isUnread'> {
	baseline: string;
}

/** Separates the hash of the settings from the hash of the channel. */
const separator = ' ';

/**
 * Returns a key for the settings and the channel. When the key changes, the trigger starts a new
 * baseline.
 */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return [hashOf(settings), hashOf(channelKey)].join(separator);
}

function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}

/**
 * Returns whether to report existing contacts. A publication reports them if it changes the
 * settings, but not if it only changes the token or the address. If the service hasn't responded
 * since then, the next poll must still report them.
 *
 * @param isPublication whether the poll publishes the workflow. In other polls, different settings
 * mean that n8n's static data is older than the publication, for example because an execution has
 * written it back.
 */
export function canInclude(latest: Publication, baseline: string, isPublication: boolean): boolean {
	const isChanged = settingsIn(latest.baseline) !== settingsIn(baseline);
	const isPending = latest.isUnread && latest.baselinePasses === 0;
	return isPending || (isPublication && isChanged);
}
