import { systemClock } from './systemClock';
import { TimeSlicer } from './timeSlicer';

/** One for all executions and polls of the process: they have one event loop. */
export const sharedTimeSlicer = new TimeSlicer(systemClock);
