import type { ErrorTexts } from './errorTextTypes';
import { roundedDuration } from './roundedDuration';

const othersUseToken =
	'Other systems may be using the same token. Lower the rates in the credential, or run the workflow again later.';

export const rateLimitErrors = {
	limitUsedUp: ({ bucket, limit, waitMs }) => {
		const requests = bucket === 'message' ? 'messages per second' : 'contact requests per minute';
		const retryIn = roundedDuration(Math.max(1_000, waitMs));
		return [
			`The limit of ${String(limit)} ${requests} has been reached. Try again in ${retryIn}.`,
			'Running workflows with the same token also use this limit.',
		];
	},
	rateLimited: ({ retryAfterMs, waitedMs }) => [
		waitedMs > 0
			? `Still rate-limited after ${roundedDuration(waitedMs, Math.round)}`
			: 'Too many requests',
		`${retryAfterMs ? `The service asks you to wait another ${roundedDuration(retryAfterMs)}. ` : ''}${othersUseToken}`,
	],
} satisfies Partial<ErrorTexts>;
