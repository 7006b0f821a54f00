import { ParameterFault } from '../../../../nodes/ChannelMessaging/fields/parameterFault';

/** What a reader has against a value. Anything but a `ParameterFault` makes the test fail. */
export function faultOf(read: () => unknown): ParameterFault {
	let taken: unknown;
	try {
		taken = read();
	} catch (error) {
		if (error instanceof ParameterFault) return error;
		throw error;
	}
	throw new Error(`Should have been refused, but was taken as ${JSON.stringify(taken)}`);
}
