import type { Given } from '../given';

/** An assignment as somebody gave it, not looked into yet. */
export interface GivenAssignment {
	name: Given;
	value: Given;
}
