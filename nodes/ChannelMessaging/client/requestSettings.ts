import type { SendingWindow } from '../scheduling/nextSendingTime';

export interface RequestSettings {
	timeoutMs: number;
	/** Whether to retry requests whose outcome is unknown, at the risk of duplicates. */
	retryWhenUnsure: boolean;
	sendingWindow?: SendingWindow;
	messageIntervalMs?: number;
}
