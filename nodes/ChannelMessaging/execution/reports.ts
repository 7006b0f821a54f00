import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import type { ProgressReport } from './progress';

type Wording = Operation['wording'];

/** Waits that are shorter are not worth a word, in milliseconds. */
const shortestWaitToTell = 500;

/** Tells n8n's log, and the browser's console in a manual run, how far a long run has come. */
export function reportProgress(
	context: IExecuteFunctions,
	{ things, participle }: Wording,
	{ done, failed, all, perSecond, secondsToGo }: ProgressReport,
): void {
	const toGo = secondsToGo === undefined ? '' : `, about ${String(Math.ceil(secondsToGo))} s to go`;
	const not = failed === 0 ? '' : `, ${String(failed)} not`;
	const message = `${context.getNode().name}: ${String(done)} of ${String(all)} ${things} ${participle}${not} (${perSecond.toFixed(1)} a second${toGo})`;
	context.logger.info(message);
	context.sendMessageToUI(message);
}

/** Tells the user for how long a run waited, and that it was for the rate limit, not for n8n. */
export function hintAtWaiting(
	context: IExecuteFunctions,
	{ things, participle }: Wording,
	waitedMilliseconds: number,
	{ done, perSecond }: ProgressReport,
): void {
	if (waitedMilliseconds < shortestWaitToTell) return;
	const did = `${participle.charAt(0).toUpperCase()}${participle.slice(1)}`;
	const seconds = (waitedMilliseconds / 1_000).toFixed(1);
	context.addExecutionHints({
		type: 'info',
		location: 'outputPane',
		message: `${did} ${String(done)} ${things} at ${perSecond.toFixed(1)}/s; waited ${seconds} s for the rate limit`,
	});
}
