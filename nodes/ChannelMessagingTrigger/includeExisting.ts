import { settingsIn } from './baselineKey';
import type { Snapshot } from './snapshot';

/** The data that determines whether existing contacts are reported. */
interface Publication extends Pick<Snapshot, 'baselinePasses' | 'isUnread'> {
	baseline: string;
}

/**
 * Returns whether to report existing contacts. Existing contacts are reported when a publication
 * changes the settings, but not when only the credential changes. If the service hasn't responded
 * since the publication, the next poll must still report them.
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
