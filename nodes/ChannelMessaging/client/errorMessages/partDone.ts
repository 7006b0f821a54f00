import type { ApiErrorDetails } from '../apiError';
import { wasOrWere } from './sentences';

type Saved = Required<ApiErrorDetails>['saved'];
type Messages = Required<ApiErrorDetails>['messages'];

/** Returns the part of an item that was done or may have been done, without a period. */
export function partDone({ saved, messages }: ApiErrorDetails): string | undefined {
	if (saved !== undefined) return savedPart(saved);
	return messages === undefined ? undefined : sentPart(messages);
}

export function savedPart({ done, tagging }: Saved): string {
	const tagged = tagging === 'notDone' ? 'were not' : 'may not have been';
	return `The contact was ${done}, but its tags ${tagged} added`;
}

export function sentPart({ count, sent, skipped, failing }: Messages): string {
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
