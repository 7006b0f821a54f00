import type { Oracle } from './evidence';

/** M5: each item uses its own credential, whatever its expressions. */
export const ownCredential: Oracle = ({ items }) =>
	items.map(({ name, token, requests }) =>
		requests.some((request) => request.token !== token)
			? `${name} was sent with another item's credential`
			: undefined,
	);
