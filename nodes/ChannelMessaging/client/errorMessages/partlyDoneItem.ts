import type { ApiErrorDetails } from '../apiError';
import { wasOrWere } from './sentences';

type Saved = Required<ApiErrorDetails>['saved'];
type Messages = Required<ApiErrorDetails>['messages'];

/** Returns the part of an item that was done or may have been done, without a period. */
export function partDone({ saved, messages }: ApiErrorDetails): string | undefined {
	if (saved !== undefined) return savedPart(saved);
	return messages === undefined ? undefined : sentPart(messages);
}

/** Returns what was done for an item, and what users should do about the rest. */
export function partlyDoneSentences({ saved, progress, messages }: ApiErrorDetails): string[] {
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

function savedPart({ done, tagging }: Saved): string {
	const tagged = tagging === 'notDone' ? 'were not' : 'may not have been';
	return `The contact was ${done}, but its tags ${tagged} added`;
}

function sentPart({ count, sent, skipped, failing }: Messages): string {
	const states = [
		sent === 0 && skipped > 0
			? ''
			: `${sent === 0 ? 'none' : String(sent)} ${wasOrWere(sent)} sent`,
		skipped === 0 ? '' : `${String(skipped)} ${wasOrWere(skipped)} skipped because of the key`,
		failing === 'unknown' ? '1 may have been sent' : '',
	].filter(Boolean);
	const last = states.pop() ?? '';
	return `Of the item's ${String(count)} messages, ${[states.join(', '), last].filter(Boolean).join(', and ')}`;
}
