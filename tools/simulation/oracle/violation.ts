import type { Recording } from '../world/recording';

/** Returns the violations of a promise in a recording, in words. */
export type Oracle = (recording: Recording) => string[];
