import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';

/** Errors that may no longer occur in the next poll. */
const temporary: readonly ApiErrorReason[] = [
	'connectionLost',
	'notConnected',
	'rateLimited',
	'serverFault',
	'timedOut',
];

export function isTemporary(error: unknown): boolean {
	return error instanceof ApiError && temporary.includes(error.reason);
}
