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
 * Returns whether to report existing contacts. They are reported once per publication with changed
 * settings, but not if only the token or the address changes. A publication without a response from
 * the service hasn't reported them yet.
 *
 * @param isPublication whether the poll publishes the workflow. Otherwise, other settings mean that
 * n8n's static data is older than the publication, for example because an execution has written it
 * back.
 */
export function canInclude(latest: Publication, baseline: string, isPublication: boolean): boolean {
	const isChanged = settingsIn(latest.baseline) !== settingsIn(baseline);
	return latest.isUnread || (isPublication && isChanged);
}
