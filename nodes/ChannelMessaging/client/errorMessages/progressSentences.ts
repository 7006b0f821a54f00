import type { ApiErrorDetails } from '../apiError';
import { wasOrWere } from './sentences';

export function progressSentences({ saved, progress, messages }: ApiErrorDetails): string[] {
	return [
		...(saved ? [savedOnly(saved)] : []),
		...(progress ? [soFar(progress)] : []),
		...(messages ? [sentSoFar(messages)] : []),
	];
}

function savedOnly({ done, contactId, tagging }: Required<ApiErrorDetails>['saved']): string {
	const tagged = tagging === 'notDone' ? 'were not' : 'may not have been';
	return `The contact was ${done}, but its tags ${tagged} added. Add them with 'Add Tags' to the contact with the ID ${contactId}.`;
}

function soFar(progress: Required<ApiErrorDetails>['progress']): string {
	const { requests, requestsDone, entries, entriesDone, noun } = progress;
	return requestsDone === 0
		? `None of the ${String(entries)} ${noun} was changed.`
		: `${String(requestsDone)} of the item's ${String(requests)} requests ${wasOrWere(requestsDone)} completed, with ${String(entriesDone)} of its ${String(entries)} ${noun}.`;
}

function sentSoFar({ count, sent, skipped, failing }: Required<ApiErrorDetails>['messages']) {
	const states = [
		sent === 0 && skipped > 0
			? ''
			: `${sent === 0 ? 'none' : String(sent)} ${wasOrWere(sent)} sent`,
		skipped === 0 ? '' : `${String(skipped)} ${wasOrWere(skipped)} skipped because of the key`,
		failing === 'unknown' ? '1 may have been sent' : '',
	].filter(Boolean);
	const last = states.pop() ?? '';
	return `Of the item's ${String(count)} messages, ${[states.join(', '), last].filter(Boolean).join(', and ')}.`;
}
