import type { Window } from './window';

/** Takes a picture in a window, and returns it in the PNG format. */
export type Picture = (window: Window) => Promise<Buffer>;
