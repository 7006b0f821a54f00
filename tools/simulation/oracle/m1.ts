import { reportsOf } from './reports';
import { requestsByText, textOf } from './requests';
import type { Oracle } from './violation';

/**
 * M1: an item that is reported as sent was accepted by the service. An item that is reported as not
 * sent was not processed. An item's outcome is only unknown if one of its requests was sent.
 */
export const reportsAreTrue: Oracle = (recording) => {
	const violations: string[] = [];
	const requests = requestsByText(recording);
	for (const [number, { plan, attempts }] of recording.executions.entries()) {
		for (const attempt of attempts) {
			const { endedAt } = attempt;
			if (endedAt === undefined) continue;
			const reports = reportsOf(attempt, plan);
			for (let itemIndex = 0; itemIndex < plan.items; itemIndex += 1) {
				const report = reports[itemIndex];
				const item = `Item ${String(itemIndex)} of execution ${String(number)}`;
				if (report === undefined) {
					violations.push(`${item} is missing from the output`);
					continue;
				}
				if (plan.operation === 'get') continue;
				const sent = (requests.get(textOf(number, itemIndex)) ?? []).filter(
					({ writtenAt }) => writtenAt <= endedAt,
				);
				const isAccepted = sent.some(({ accepted }) => accepted);
				const mayBeProcessed = sent.some(
					({ arrivedAt, result }) => arrivedAt !== undefined && typeof result !== 'number',
				);
				const hasStrangeResponse = sent.some(
					({ result, arrivedAt }) =>
						typeof result === 'number' && (arrivedAt === undefined || result >= 500),
				);
				if (report.outcome === 'done' && !isAccepted) {
					violations.push(`${item} is reported as done, but the service didn't accept it`);
				}
				if (report.outcome === 'notDone' && isAccepted) {
					violations.push(`${item} is reported as not done, but the service accepted it`);
				}
				if (report.outcome === 'unknown' && !isAccepted && !mayBeProcessed && !hasStrangeResponse) {
					violations.push(`${item} has an unknown outcome, but no request reached the service`);
				}
			}
		}
	}
	return violations;
};
