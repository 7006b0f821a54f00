import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';

/** What a reader has against a value. Anything but a `ParameterError` makes the test fail. */
export function parameterErrorOf(read: () => unknown): ParameterError {
	let taken: unknown;
	try {
		taken = read();
	} catch (error) {
		if (error instanceof ParameterError) return error;
		throw error;
	}
	throw new Error(`Should have been refused, but was taken as ${JSON.stringify(taken)}`);
}
