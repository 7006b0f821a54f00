import { isNoIdentity } from '../history/placeholders';
import type { Oracle } from './evidence';

/** C6: text that identifies no one never identifies a contact, and its item fails. */
export const identities: Oracle = ({ items }) =>
	items
		.filter(({ execution: { plan }, search }) => {
			const isOne = plan.operation !== 'getAll' && plan.operation !== 'create';
			return isOne && search !== undefined && isNoIdentity(search);
		})
		.flatMap(({ name, reports, requests, search }) => [
			requests.length > 0
				? `${name} sent a request for the contact with the ${String(search?.name)} '${String(search?.value)}'`
				: undefined,
			...reports.map(({ outcome }) =>
				outcome === 'done' ? `${name} reports success without a contact` : undefined,
			),
		]);
