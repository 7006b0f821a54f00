/**
 * The shortest of times that are measured again and again, in milliseconds. It eases with each new
 * one, so that a single lucky one doesn't count for ever.
 */
export class Shortest {
	private shortest: number | undefined;

	/** @param easedByEach how much it rises with each measurement, in milliseconds */
	constructor(private readonly easedByEach: number) {}

	/** 0 while nothing was measured. */
	get milliseconds(): number {
		return this.shortest ?? 0;
	}

	measured(milliseconds: number): void {
		this.shortest = Math.min(milliseconds, (this.shortest ?? Infinity) + this.easedByEach);
	}
}
