import { createHash } from 'node:crypto';

import type { CallKind } from '../channel/call';
import { InFlight } from './inFlight';
import { Lane } from './lane';
import type { Rate } from './pace';
import { systemClock } from './systemClock';

/** Whose rate limit a call counts against. */
export interface LaneOwner {
	baseUrl: string;
	token: string;
}

/**
 * Lives as long as the n8n process, because the service counts calls by token, not by execution.
 * Workers of queue mode are processes of their own, each with lanes of its own.
 */
const lanes = new Map<string, Lane>();

/** How many calls each run may have under way: all of them have one event loop, which lanes watch. */
export const inFlight = new InFlight(systemClock);

const clock = inFlight.watched();

/** The lane of a token and kind of call, shared by every execution of this n8n process. */
export function laneFor(owner: LaneOwner, kind: CallKind, rate: Rate): Lane {
	// A hash, so that no token lies about in the memory of the process longer than it must.
	const key = createHash('sha256')
		.update(JSON.stringify([owner.baseUrl, owner.token, kind]))
		.digest('hex');
	const known = lanes.get(key);
	if (known !== undefined) {
		known.changeRate(rate);
		return known;
	}
	const lane = new Lane(rate, clock, Math.random);
	lanes.set(key, lane);
	return lane;
}
