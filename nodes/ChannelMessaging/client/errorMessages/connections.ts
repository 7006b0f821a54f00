import type { ErrorTexts } from './errorTextTypes';
import { whatNext } from './nextSteps';
import { asSentence, withCode } from './sentences';

const tlsAdvice =
	"If this happens every time, check 'Base URL' in the credential: the service may not support TLS there.";

export const connectionErrors = {
	connectionLost: ({ code, outcome }) => [
		'The connection to the service was lost',
		lostConnectionAdvice(code, whatNext(outcome)),
	],
	notConnected: ({ code }) => [
		'No connection to the service',
		`Check 'Base URL' in the credential, and whether n8n can reach the service${withCode(code)}`,
	],
	requestNotMade: ({ cause }) => [
		"n8n couldn't prepare the request",
		`n8n reported: ${asSentence(cause)} Check the credential and n8n's settings.`,
	],
	timedOut: ({ timeoutMs, outcome }) => [
		`No response from the service within ${String(timeoutMs / 1_000)} s`,
		`${whatNext(outcome)}. To wait longer, raise 'Timeout (Seconds)' in the options.`,
	],
	untrustedConnection: ({ code }) => [
		"The service's certificate is not trusted",
		`Check 'Base URL' in the credential, and the certificate of the service${withCode(code)}`,
	],
} satisfies Partial<ErrorTexts>;

/** @param next what happens next, or what users should do, without a period */
export function lostConnectionAdvice(code: string, next: string): string {
	return /^(EPROTO$|ERR_SSL_)/.test(code)
		? `${next}. ${tlsAdvice} Code: ${code}.`
		: `${next}${withCode(code)}`;
}
