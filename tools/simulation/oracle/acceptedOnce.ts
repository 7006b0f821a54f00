import type { RecordedRequest } from '../world/recording';
import { contactIdIn, isUncertain, type Oracle } from './evidence';

/**
 * M2: no message of an item is accepted twice, in any number of attempts, unless *Retry When Unsure*
 * is on. Once a contact has or may have received a message of an item, no other contact receives one.
 */
export const acceptedOnce: Oracle = ({ items }) =>
	items.flatMap(({ name, messages, requests: all, execution: { plan } }) => [
		...messages.map((requests, position) => {
			const times = requests.filter((one) => one.accepted && !isIdempotent(one)).length;
			if (times <= 1 || plan.retryWhenUnsure) return undefined;
			return `Message ${String(position)} of ${name} was accepted ${String(times)} times`;
		}),
		plan.operation === 'send' && receiversOf(all).size > 1
			? `Several contacts received messages of ${name}: ${[...receiversOf(all)].join(', ')}`
			: undefined,
	]);

function receiversOf(requests: readonly RecordedRequest[]): ReadonlySet<string> {
	const received = requests.filter((request) => request.accepted || isUncertain(request));
	return new Set(received.map((one) => `${one.token} ${String(contactIdIn(one))}`));
}

function isIdempotent({ method, path }: RecordedRequest): boolean {
	return method !== 'POST' || path.endsWith('/tags');
}
