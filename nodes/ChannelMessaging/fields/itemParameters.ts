/** The parameters of one item, with expressions resolved. */
export interface ItemParameters {
	/** Whatever the parameter holds: expressions may give anything. */
	value(name: string): unknown;
}
