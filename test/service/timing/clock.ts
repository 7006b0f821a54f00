/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Finer than a millisecond, and never goes back when the machine's time is set. */
export const systemClock: Clock = () => performance.timeOrigin + performance.now();
