import type { ChannelType } from '../../client/channelType';
import { isGatewayAddress } from '../../phoneNumbers/gatewayAddress';

/**
 * Detects phone numbers and email addresses that were entered as an ID. Users who drag a value onto
 * *From list* end up in the mode *By ID*, and models can't change the mode. Viber doesn't document
 * the format of its IDs, so any text could be a Viber ID.
 */
export function misreadId(text: string, channelType: ChannelType): 'email' | 'phone' | undefined {
	if (channelType === 'viber') return undefined;
	if (isGatewayAddress(text.trim()) || /^\s*['"]?(?:\w+:)?[+\uFF0B]/.test(text)) return 'phone';
	return /[@\uFF20]/.test(text) ? 'email' : undefined;
}
