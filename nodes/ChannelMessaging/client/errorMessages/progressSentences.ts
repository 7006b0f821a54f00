import type { ApiErrorDetails } from '../apiError';
import { savedPart, sentPart } from './partDone';
import { wasOrWere } from './sentences';

export function progressSentences({ saved, progress, messages }: ApiErrorDetails): string[] {
	return [
		...(saved ? [savedOnly(saved)] : []),
		...(progress ? [soFar(progress)] : []),
		...(messages ? [`${sentPart(messages)}.`] : []),
	];
}

function savedOnly(saved: Required<ApiErrorDetails>['saved']): string {
	return `${savedPart(saved)}. Add them with 'Add Tags' to the contact with the ID ${saved.contactId}.`;
}

function soFar(progress: Required<ApiErrorDetails>['progress']): string {
	const { requests, requestsDone, entries, entriesDone, noun } = progress;
	return requestsDone === 0
		? `None of the ${String(entries)} ${noun} was changed.`
		: `${String(requestsDone)} of the item's ${String(requests)} requests ${wasOrWere(requestsDone)} completed, with ${String(entriesDone)} of its ${String(entries)} ${noun}.`;
}
