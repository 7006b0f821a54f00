import type { Oracle } from './evidence';

/** M2: no item is accepted twice, in any number of attempts, unless *Retry When Unsure* is on. */
export const acceptedOnce: Oracle = ({ items }) =>
	items.map(({ name, requests, execution: { plan } }) => {
		const isRepeatable = plan.operation === 'update' || plan.operation === 'addTags';
		const times = requests.filter(({ accepted }) => accepted).length;
		if (times <= 1 || isRepeatable || plan.retryWhenUnsure) return undefined;
		return `${name} was accepted ${String(times)} times`;
	});
