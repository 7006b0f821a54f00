import { acceptedOnce } from './acceptedOnce';
import { allContacts, listsWithHiddenChanges } from './allContacts';
import { besidePaced } from './besidePaced';
import { contactPacing } from './contactPacing';
import { contactOrder } from './contactOrder';
import { delays } from './delays';
import { everyExecutionEnds } from './ends';
import type { Evidence } from './evidence';
import { exactContact } from './exactContact';
import { executedAgain } from './executedAgain';
import { forgetting } from './forgetting';
import { fullRate } from './fullRate';
import { oneContactPerValue } from './oneContactPerValue';
import { identities } from './identities';
import type { Promises } from './oracle';
import { ownCredential } from './ownCredential';
import { pace } from './pace';
import {
	patienceAfterUnknownOutcomes,
	patienceAfterUnknownOutcomesEnds,
	patienceEnds,
	patienceWhenNotConnected,
	patienceWhenRateLimited,
} from './patience';
import { previews } from './preview';
import { rejectedToken } from './rejectedToken';
import { reportedRate } from './reportedRate';
import { requestsAtRisk } from './requestsAtRisk';
import { sameIds } from './sameIds';
import { savedPhoneNumbers } from './savedPhoneNumbers';
import { searchedAhead } from './searchedAhead';
import { sendingHours } from './sendingHours';
import { sentOncePerContact } from './sentOncePerContact';
import { sentOncePerKey } from './sentOncePerKey';
import { skippedTags } from './skippedTags';
import { stopsImmediately } from './stops';
import { testReads } from './testReads';
import { trueReports } from './trueReports';
import { turns } from './turns';
import { unchangedContacts } from './unchangedContacts';

/** The promises that are checked after each history. */
export const promises: Promises<Evidence> = {
	M1: trueReports,
	M2: acceptedOnce,
	M3: (evidence) => [...patienceWhenRateLimited(evidence), ...patienceEnds(evidence)],
	M4: patienceWhenNotConnected,
	M5: ownCredential,
	M6: contactOrder,
	M7: sentOncePerKey,
	M8: stopsImmediately,
	M9: fullRate,
	M10: turns,
	M11: sentOncePerContact,
	M12: executedAgain,
	M14: (evidence) => [
		...requestsAtRisk(evidence),
		...testReads(evidence),
		...patienceAfterUnknownOutcomes(evidence),
		...patienceAfterUnknownOutcomesEnds(evidence),
	],
	C1: exactContact,
	C2: (evidence) => [...oneContactPerValue(evidence), ...unchangedContacts(evidence)],
	C3: allContacts,
	C4: savedPhoneNumbers,
	C5: sameIds,
	C6: identities,
	S3: forgetting,
	C8: skippedTags,
	ahead: searchedAhead,
	delays,
	hours: sendingHours,
	preview: previews,
	pace: (evidence) => [...pace(evidence), ...besidePaced(evidence)],
	pacing: contactPacing,
	rate: reportedRate,
	token: rejectedToken,
	ends: everyExecutionEnds,
};

/**
 * Exceptions to promises, because the service provides no way to detect these cases. They are
 * counted.
 */
export const exceptions: Promises<Evidence> = { C3: listsWithHiddenChanges };
