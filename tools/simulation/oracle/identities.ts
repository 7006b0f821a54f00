import { isNoIdentity } from '../history/placeholders';
import { lacksKey } from '../world/items';
import type { Oracle } from './evidence';

/** C6: text that identifies no one never identifies a contact or a key, and its item fails. */
export const identities: Oracle = ({ items }) =>
	items
		.filter(({ execution: { plan }, itemIndex, search }) => {
			if (lacksKey(plan, itemIndex) && plan.operation === 'send') return true;
			const isOne = plan.operation !== 'getAll' && plan.operation !== 'create';
			return isOne && search !== undefined && isNoIdentity(search);
		})
		.flatMap(({ name, reports, requests, search }) => [
			requests.length > 0
				? `${name} sent a request for ${search === undefined ? 'a key without a part' : `the contact with the ${search.name} '${search.value}'`}`
				: undefined,
			...reports.map(({ outcome }) =>
				outcome === 'done' ? `${name} reports success without a contact` : undefined,
			),
		]);
