import type {
	ChannelCall,
	PlaceCall,
	RawAnswer,
} from '../../../../nodes/ChannelMessaging/channel/call';

/** A service that gives the same answer to every call, and the calls that it got. */
export function answeringService(answer: RawAnswer): { place: PlaceCall; calls: ChannelCall[] } {
	const calls: ChannelCall[] = [];
	const place: PlaceCall = (call) => {
		calls.push(call);
		return Promise.resolve(answer);
	};
	return { place, calls };
}
