import { SearchAhead } from '../../../nodes/ChannelMessaging/execution/searchAhead';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

/** Starts searches until none may start, and returns their number. */
function startAll(searchAhead: SearchAhead, perMinute: number): number {
	let started = 0;
	for (; searchAhead.mayStart(perMinute); started += 1) searchAhead.start();
	return started;
}

function endAll(searchAhead: SearchAhead, count: number): void {
	for (let ended = 0; ended < count; ended += 1) searchAhead.end();
}

it.each([
	['as many contacts as ended in the last minute', 3, 3],
	['one contact, if none ended in the last minute', 0, 1],
	['not more contacts than can be found in a minute', 9, 4],
])('SearchAhead starts %s, after the first minute', async (_title, endedInLastMinute, started) => {
	const clock = new VirtualClock();
	const searchAhead = new SearchAhead(clock, new CancellationToken());
	const perMinute = 4;
	expect(startAll(searchAhead, perMinute)).toBe(perMinute);
	endAll(searchAhead, perMinute);
	await clock.run(clock.sleep(60_000));
	for (let ended = 0; ended < endedInLastMinute; ended += 1) searchAhead.start();
	endAll(searchAhead, endedInLastMinute);

	expect(startAll(searchAhead, perMinute)).toBe(started);
});

it('SearchAhead.untilEnd resolves when a contact ends, and when the execution is stopped', async () => {
	const cancellation = new CancellationToken();
	const searchAhead = new SearchAhead(new VirtualClock(), cancellation);
	searchAhead.start();
	const ended = searchAhead.untilEnd();
	searchAhead.end();
	await expect(ended).resolves.toBeUndefined();

	const stopped = searchAhead.untilEnd();
	cancellation.stop();
	await expect(stopped).resolves.toBeUndefined();
});
