import type { Waiter } from '../../../nodes/ChannelMessaging/rateLimit/flow';
import { Preparations } from '../../../nodes/ChannelMessaging/rateLimit/preparations';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const perSecond = 25;

/** Returns how many requests are prepared ahead after 100 preparations. */
function aheadAfter(durationMs: number, isNeeded: boolean): number {
	const preparations = new Preparations(1_000);
	for (let count = 0; count < 100; count += 1) preparations.ended(durationMs, isNeeded);
	const requestsIn = (milliseconds: number) => (milliseconds / 1_000) * perSecond;
	let ahead = 0;
	while (preparations.mayPrepare(requestsIn)) {
		preparations.started({} as Waiter);
		ahead += 1;
	}
	return ahead;
}

describe('Preparations', () => {
	it.each([
		{ description: 'fast', durationMs: 10, isNeeded: true, ahead: 2 },
		{ description: 'fast, but only finds duplicates', durationMs: 10, isNeeded: false, ahead: 27 },
		{ description: 'slow', durationMs: 800, isNeeded: true, ahead: 41 },
		{ description: 'endless', durationMs: 60_000, isNeeded: true, ahead: 51 },
	])(
		'prepares $ahead requests ahead if the preparation is $description',
		({ durationMs, isNeeded, ahead }) => {
			expect(aheadAfter(durationMs, isNeeded)).toBe(ahead);
		},
	);
});

it.each([true, false])(
	'a request that is being prepared does not delay other requests (needs a permit: %s)',
	async (isNeeded) => {
		const clock = new VirtualClock();
		const queue = new RateLimitedQueue(timings.message, clock, () => 0);
		const ends: unknown[] = [];
		const request = async (prepare?: () => Promise<boolean>) => {
			const { kind } = await queue
				.openFlow({ limit: 1 })
				.permit(new CancellationToken(), { prepare });
			ends.push([kind, clock.now()]);
		};
		await clock.run(
			Promise.all([
				request(async () => {
					await clock.sleep(400);
					return isNeeded;
				}),
				request(),
			]),
		);

		expect(ends).toEqual(
			isNeeded
				? [
						['granted', 0],
						['granted', 1_015],
					]
				: [
						['granted', 0],
						['notPrepared', 400],
					],
		);
	},
);
