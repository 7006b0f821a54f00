/** An assignment as somebody gave it, not looked into yet. */
export interface GivenAssignment {
	name: unknown;
	value: unknown;
	/** How messages call the name and the value; both begin with a quote. */
	nameSubject: string;
	valueSubject: string;
}
