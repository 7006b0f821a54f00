import { tokenOf } from '../world/items';
import type { Oracle } from './evidence';

/**
 * M5: each item uses its own credential, even if the credential's expressions differ in a later
 * attempt. Requests of earlier attempts stay in their channel.
 */
export const ownCredential: Oracle = ({ items }) =>
	items.map(({ name, itemIndex, execution: { plan }, requests }) =>
		requests.some(
			({ attempt, token }) =>
				token !== tokenOf(plan, itemIndex, attempt) && token !== tokenOf(plan, itemIndex),
		)
			? `${name} was sent with another item's credential`
			: undefined,
	);
