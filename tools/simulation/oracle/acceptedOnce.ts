import type { RecordedRequest } from '../world/recording';
import type { Oracle } from './evidence';

/** M2: no message of an item is accepted twice, in any number of attempts, unless *Retry When Unsure* is on. */
export const acceptedOnce: Oracle = ({ items }) =>
	items.flatMap(({ name, messages, execution: { plan } }) =>
		messages.map((requests, position) => {
			const times = requests.filter((one) => one.accepted && !isIdempotent(one)).length;
			if (times <= 1 || plan.retryWhenUnsure) return undefined;
			return `Message ${String(position)} of ${name} was accepted ${String(times)} times`;
		}),
	);

function isIdempotent({ method, path }: RecordedRequest): boolean {
	return method !== 'POST' || path.endsWith('/tags');
}
