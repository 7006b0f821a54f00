import type { Process } from './virtualTime';

/** Simulates the turns of `MessageIntervals` in virtual time. */
export class VirtualTurns {
	private isTaken = false;

	private readonly first: Array<() => void> = [];

	private readonly further: Array<() => void> = [];

	*take({ isFurther }: { isFurther: boolean }): Process {
		if (this.isTaken) {
			yield (resume) => {
				(isFurther ? this.further : this.first).push(resume);
			};
		}
		this.isTaken = true;
	}

	end(): void {
		const next = this.further.shift() ?? this.first.shift();
		if (next === undefined) this.isTaken = false;
		else next();
	}
}
