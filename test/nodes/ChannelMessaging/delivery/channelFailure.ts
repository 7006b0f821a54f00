import {
	ChannelFailure,
	type Effect,
	type FailureReason,
} from '../../../../nodes/ChannelMessaging/channel/failure';

/** A failure whose words don't matter. */
export function channelFailure(reason: FailureReason, effect: Effect): ChannelFailure {
	return new ChannelFailure({ reason, effect, title: 'It did not work', advice: 'Try again.' });
}
