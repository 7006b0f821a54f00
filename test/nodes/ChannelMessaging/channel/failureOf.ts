import { ChannelFailure } from '../../../../nodes/ChannelMessaging/channel/failure';

/** What a call failed with. Anything but a `ChannelFailure` makes the test fail. */
export async function failureOf(call: Promise<unknown>): Promise<ChannelFailure> {
	let result: unknown;
	try {
		result = await call;
	} catch (error) {
		if (error instanceof ChannelFailure) return error;
		throw error;
	}
	throw new Error(`Should have failed, but gave ${JSON.stringify(result)}`);
}
