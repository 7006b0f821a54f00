import type { RecordedRequest } from '../world/recording';
import type { Oracle } from './evidence';

/**
 * *Delay Before*: in an attempt, a further message is written only after its delay, counted from the
 * end of the message before it.
 */
export const delays: Oracle = ({ items }) =>
	items.flatMap(({ name, messages, execution: { attempts, plan } }) =>
		attempts.flatMap((_, attempt) => {
			const ofAttempt = (request: RecordedRequest) => request.attempt === attempt;
			return messages.map((requests, position) => {
				const first = requests.find(ofAttempt);
				const previous = messages[position - 1]?.filter(ofAttempt).at(-1)?.endedAt;
				if (first === undefined || previous === undefined) return undefined;
				const delayMs = first.writtenAt - previous;
				return delayMs < plan.delaySeconds * 1_000
					? `Message ${String(position)} of ${name} was written ${String(delayMs)} ms after the one before it`
					: undefined;
			});
		}),
	);
