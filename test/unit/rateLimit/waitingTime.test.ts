import fc from 'fast-check';

import { addTime } from '../../../nodes/ChannelMessaging/rateLimit/waitingTime';

describe('addTime', () => {
	it('counts each millisecond in any of the intervals once', () => {
		const anyInterval = fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }));
		fc.assert(
			fc.property(fc.array(anyInterval), (intervals) => {
				const waitingTime = { milliseconds: 0, countedUntil: -Infinity };
				const counted = new Set<number>();
				let now = 0;
				for (const [elapsed, length] of intervals) {
					now += elapsed;
					// Intervals start no earlier than those that were already counted.
					const from = Math.max(0, now - Math.min(length, elapsed));
					addTime(waitingTime, from, now);
					addTime(waitingTime, from, now);
					for (let time = from; time < now; time += 1) counted.add(time);
				}
				expect(waitingTime.milliseconds).toBe(counted.size);
			}),
		);
	});
});
