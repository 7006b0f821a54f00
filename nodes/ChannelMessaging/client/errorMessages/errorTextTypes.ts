import type { ApiErrorDetails, ApiErrorReason } from '../apiError';

export type ErrorText = readonly [title: string, advice: string];

export type DetailsOf<Reason extends ApiErrorReason> = ApiErrorDetails & { reason: Reason };

export type ErrorTexts = {
	[Reason in ApiErrorReason]: (details: DetailsOf<Reason>) => ErrorText;
};
