/** From here on it is n8n's processor that sets the pace, and no longer the wait for answers. */
const processorBound = 50;

/**
 * How many calls may be under way together. At the rates of section 8 a hundred: a burst of contact
 * calls leaves at once, and 25 messages a second are kept up with answers of four seconds. At rates
 * that n8n can hardly reach, fewer: else answers come back in heaps that keep the event loop.
 *
 * @param ratePerSecond calls a second that the lane allows
 */
export function largestInFlight(ratePerSecond: number): number {
	return ratePerSecond <= processorBound ? 100 : 40;
}
