import type { TriggerFact } from '../world/triggerRecording';

/** The first poll of a trigger that succeeded, from its start to its end. */
interface Activation {
	process: number;
	from: number;
	to: number;
}

/** When a process activated the workflow, from the starts of polls to their ends. */
export class Activations {
	private readonly starts = new Map<number, number>();

	private readonly ended: Activation[] = [];

	/** @param position the position of the fact in the recording */
	follow(fact: TriggerFact, position: number): void {
		const { process, context } = fact;
		if (fact.kind === 'pollStarts' && fact.activation !== undefined) {
			this.starts.set(context, position);
		}
		if (fact.kind !== 'pollEnds') return;
		const from = this.starts.get(context);
		this.starts.delete(context);
		if (from === undefined || fact.error !== undefined) return;
		this.ended.push({ process, from, to: position });
	}

	/** Returns whether the workflow was activated in a part of the recording. */
	isIn({ process, from, to }: Activation): boolean {
		return this.ended.some(
			(activation) =>
				activation.process === process && activation.from > from && activation.to < to,
		);
	}
}
