import type { TriggerFact } from '../world/triggerRecording';

/** The first poll of a trigger that succeeded, from the start of its publication to its end. */
interface Activation {
	process: number;
	from: number;
	to: number;
}

/** When a process activated the workflow. */
export class Activations {
	/** The positions at which publications activated their first triggers, by workflow. */
	private readonly publications = new Map<number, number>();

	/** The starts of the publications to which running polls belong, by context. */
	private readonly starts = new Map<number, number>();

	private readonly ended: Activation[] = [];

	/** @param position the position of the fact in the recording */
	follow(fact: TriggerFact, position: number): void {
		const { process, context } = fact;
		if (fact.kind === 'pollStarts' && fact.activation !== undefined) {
			const start = this.publications.get(fact.workflow) ?? position;
			this.publications.set(fact.workflow, start);
			this.starts.set(context, start);
		}
		if (fact.kind !== 'pollEnds') return;
		const from = this.starts.get(context);
		this.starts.delete(context);
		if (from === undefined || fact.error !== undefined) return;
		this.ended.push({ process, from, to: position });
	}

	/** Returns whether a publication in a part of the recording activated the workflow. */
	isIn({ process, from, to }: Activation): boolean {
		return this.ended.some(
			(activation) =>
				activation.process === process && activation.from > from && activation.to < to,
		);
	}
}
