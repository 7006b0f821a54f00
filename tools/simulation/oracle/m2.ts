import { requestsByText } from './requests';
import type { Oracle } from './violation';

const repeatable = new Set(['addTags', 'get', 'update']);

/** M2: no item is accepted twice, unless *Retry When Unsure* is on. */
export const nothingIsAcceptedTwice: Oracle = (recording) =>
	[...requestsByText(recording)].flatMap(([text, requests]) => {
		const plan = recording.executions[requests[0]?.execution ?? 0]?.plan;
		if (plan === undefined || plan.retryWhenUnsure || repeatable.has(plan.operation)) return [];
		const accepted = requests.filter((request) => request.accepted);
		return accepted.length > 1
			? [`The service accepted ${text} ${String(accepted.length)} times`]
			: [];
	});
