import type { ExceededLimit } from '../scanJson';
import type { ErrorTexts } from './errorTextTypes';
import { checkBaseUrl, checkChannel, whatNext } from './nextSteps';
import { roundedDuration } from './roundedDuration';
import { asSentence, asTitle } from './sentences';

const expectations = {
	contact: "a contact in 'data'",
	contactsOnly: "only contacts in 'data'",
	json: 'JSON',
	list: "a list of contacts in 'data'",
} as const;

export const responseErrors = {
	methodNotAllowed: ({ serviceMessage }) => [
		asTitle(serviceMessage ?? 'Method not allowed'),
		checkBaseUrl,
	],
	redirected: ({ status, outcome }) => [
		`The service redirects to another address (${String(status)})`,
		`The node doesn't follow redirects, to keep the token secret. Enter the final address as 'Base URL' in the credential.${outcome === 'unknown' ? ` ${checkChannel}.` : ''}`,
	],
	rejected: ({ serviceMessage, status }) => [
		asTitle(serviceMessage ?? `The service rejected the request (${String(status)})`),
		'Check the contact and the values of this item, then run it again.',
	],
	responseTooLarge: ({ exceeded, outcome }) => [
		`${exceeded.isContact ? "A contact in the service's response" : "The service's response"} ${excessOf(exceeded)}`,
		`The node stopped reading it. ${whatNext(outcome)}. ${checkBaseUrl}`,
	],
	serverFault: ({ status, outcome }) => [
		`The service failed (${String(status)})`,
		`${whatNext(outcome)}.`,
	],
	serviceFailing: ({ messages, waitedMs }) => [
		`The service has been failing for ${roundedDuration(waitedMs, Math.round)}`,
		`${messages === undefined ? 'Nothing was sent for this item. ' : ''}The service's responses didn't show whether it had processed earlier requests, so the node tested it with single requests. Run this item again when the service works again.`,
	],
	tokenInvalid: ({ serviceMessage }) => [
		asTitle(serviceMessage ?? 'The service rejected the token'),
		'Generate a token in the channel settings by clicking the key icon next to the channel, and enter it in the credential.',
	],
	unreadable: ({ expected, excerpt, outcome }) => [
		'The service returned an unexpected response',
		`Expected ${expectations[expected]}, but the response begins with: ${asSentence(excerpt)} ${checkBaseUrl}${outcome === 'unknown' ? ` ${checkChannel}.` : ''}`,
	],
} satisfies Partial<ErrorTexts>;

function excessOf({ limit, max }: ExceededLimit): string {
	switch (limit) {
		case 'bytes':
			return max < 2 ** 20
				? `is larger than ${String(max / 2 ** 10)} kB`
				: `is larger than ${String(max / 2 ** 20)} MB`;
		case 'contacts':
			return `has more than ${max.toLocaleString('en-US')} contacts`;
		case 'depth':
			return `has more than ${String(max)} levels`;
		case 'values':
			return `has more than ${max.toLocaleString('en-US')} values`;
	}
}
