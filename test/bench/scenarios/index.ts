import type { BenchOptions, ScenarioName } from '../commandLine';
import type { Subject } from '../measure';
import { besideCampaignsSubjects } from './besideCampaigns';
import { liftedGroups } from './lifted';
import { limitSubjects } from './limits';
import { roundTripSubjects } from './roundTrip';

/** A scenario's measurements, in groups that share an n8n. */
export const groupsOf: Readonly<
	Record<ScenarioName, (options: BenchOptions) => ReadonlyArray<readonly Subject[]>>
> = {
	limits: (options) => [limitSubjects(options)],
	besideCampaigns: () => [besideCampaignsSubjects()],
	roundTrip: () => [roundTripSubjects()],
	lifted: liftedGroups,
};
