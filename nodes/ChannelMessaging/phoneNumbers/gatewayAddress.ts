/**
 * Matches the address of a phone number at a messaging gateway. A device number can follow the phone
 * number.
 */
export const gatewayAddress = /^\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net)$/i;
export const internalAddress = /@lid$/i;
export const groupAddress = /@(?:g\.us|broadcast|newsletter)$/i;

/** Returns whether the text is a messaging gateway's address for a contact or a group. */
export function isGatewayAddress(text: string): boolean {
	return [gatewayAddress, internalAddress, groupAddress].some((address) => address.test(text));
}
