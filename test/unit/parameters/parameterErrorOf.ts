import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameterError';

/** Returns the `ParameterError` that a function throws. Throws if it throws anything else, or nothing. */
export function parameterErrorOf(read: () => unknown): ParameterError {
	let value: unknown;
	try {
		value = read();
	} catch (error) {
		if (error instanceof ParameterError) return error;
		throw error;
	}
	throw new Error(`Expected a ParameterError, but the value is ${JSON.stringify(value)}`);
}
