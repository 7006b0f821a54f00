import type { IExecuteFunctions } from 'n8n-workflow';

import { hintHtml } from '../texts/shownText';

type HintType = 'info' | 'warning';

/** Shows all hints in one box because separate boxes would cover most of the output. */
export class OutputHints {
	private type: HintType = 'info';

	private readonly lines: string[] = [];

	/** Adds nothing if the text is `undefined`. */
	add(type: HintType, text: string | undefined): void {
		if (text === undefined) return;
		if (type === 'warning') this.type = 'warning';
		this.lines.push(hintHtml(text));
	}

	/** @param first the line above all other lines */
	show(context: Pick<IExecuteFunctions, 'addExecutionHints'>, first?: string): void {
		const { lines, type } = this;
		const all = first === undefined ? lines : [hintHtml(first), ...lines];
		if (all.length === 0) return;
		context.addExecutionHints({ type, location: 'outputPane', message: all.join('<br>') });
	}
}
