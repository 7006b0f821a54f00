import type { ApiError, ApiErrorDetails, ApiErrorReason, RequestOutcome } from './apiError';
import type { ExceededLimit } from './jsonOutline';
import { maxOutputBytes } from './responseLimits';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { shortened } from '../texts/shownText';
import type { PhoneNumberProblem } from '../phoneNumbers/readPhoneNumber';

type ErrorText = readonly [title: string, advice: string];

type DetailsOf<Reason extends ApiErrorReason> = ApiErrorDetails & { reason: Reason };

const skipMissing =
	"To continue without such items, set the option 'If Contact Not Found' to 'Skip'";
/** Phone numbers have at least this many digits in most countries. */
const minPhoneDigits = 7;
/**
 * Numbers of this length can be phone numbers with a country code. Most contact IDs are shorter.
 */
const minMisreadDigits = 10;
const identities = "Enter an ID, or a phone number with '+', or an email address.";
const checkChannel =
	'The request may or may not have been processed. Check the channel before you run this item again';
const runAgain = 'Nothing was changed. Run this item again later';
const tlsAdvice =
	"If this happens every time, check 'Base URL' in the credential: the service may not support TLS there.";
const checkBaseUrl = "Check 'Base URL' in the credential: it must be the address of the service.";
const ofLostLink =
	"If n8n's address has changed since the question was sent, ask again with 'Replace It' in 'If a Question Is Open'.";
const keyKept =
	"n8n's database still contains the message's key: to send it later, use another key or campaign name.";
const othersUseToken =
	'Other systems may be using the same token. Lower the rates in the credential, or run the workflow again later.';

/**
 * What happens after a failure. This determines the advice in the error message because an AI model
 * (`model`) can't change settings, and triggers (`nextPoll` and `testEvent`) only read data.
 */
export type AfterFailure = 'continue' | 'model' | 'nextPoll' | 'stop' | 'testEvent';

const readAgain: Partial<Record<AfterFailure, string>> = {
	nextPoll: 'The next poll tries again',
	testEvent: 'Fetch the test event again later',
};

export function apiErrorText(
	{ details }: ApiError,
	next: AfterFailure = 'stop',
): { title: string; advice: string } {
	const { serviceMessage, messages, isKeyKept } = details;
	const outcome = messages?.failing ?? details.outcome;
	const [title, advice] = textFor(details.reason, { ...details, outcome }, next);
	const sentences = [
		serviceMessage &&
			!title.startsWith(asTitle(serviceMessage)) &&
			`The service responded: ${asSentence(serviceMessage)}`,
		advice,
		details.reason === 'contactNotFound' &&
			next !== 'model' &&
			(next === 'continue'
				? `${skipMissing}.`
				: `${skipMissing}, or 'On Error' to 'Continue' in the node's settings.`),
		...progressSentences(details),
		messages && messages.sent > 0 && resendWarning(messages.sent),
		isKeyKept && keyKept,
	];
	return { title, advice: sentences.filter(Boolean).join(' ') };
}

export function progressSentences({ saved, progress, messages }: ApiErrorDetails): string[] {
	return [
		...(saved ? [savedOnly(saved)] : []),
		...(progress ? [soFar(progress)] : []),
		...(messages ? [sentSoFar(messages)] : []),
	];
}

function textFor<Reason extends ApiErrorReason>(
	reason: Reason,
	details: DetailsOf<Reason>,
	next: AfterFailure,
): ErrorText {
	const again = readAgain[next];
	const triggerText = again === undefined ? undefined : triggerTexts[reason]?.(details, again);
	return triggerText ?? texts[reason](details);
}

/** Error messages that need different wording in triggers. */
const triggerTexts: {
	[Reason in ApiErrorReason]?: (details: DetailsOf<Reason>, again: string) => ErrorText;
} = {
	connectionLost: ({ code, ...details }, again) => [
		texts.connectionLost({ ...details, code })[0],
		/^(EPROTO$|ERR_SSL_)/.test(code)
			? `${again}. ${tlsAdvice} Code: ${code}.`
			: `${again}${withCode(code)}`,
	],
	fieldNotReturned: (details) => [
		texts.fieldNotReturned(details)[0],
		"Therefore, the trigger can't check which contacts have exactly this value. Check the name of the custom field in 'Match On', or choose one that the service's responses contain.",
	],
	listChanges: (details, again) => [texts.listChanges(details)[0], `${again}.`],
	listTooLong: (details) => [
		texts.listTooLong(details)[0],
		"Choose a 'Match Value' that fewer contacts have.",
	],
	pagesRepeat: (details, again) => [
		texts.pagesRepeat(details)[0],
		`The list may never end. ${again}. If this happens every time, report this to the provider of the service.`,
	],
	rateLimited: (details, again) => [
		texts.rateLimited(details)[0],
		`${again}. Other systems may be using the same token. Lower the rates in the credential, or choose longer intervals in 'Poll Times'.`,
	],
	rejected: (details) => [
		texts.rejected(details)[0],
		"Check 'Match On' and 'Match Value', and the credential.",
	],
	responseTooLarge: (details, again) => [
		texts.responseTooLarge(details)[0],
		`The trigger stopped reading it. ${again}. ${checkBaseUrl}`,
	],
	serverFault: (details, again) => [texts.serverFault(details)[0], `${again}.`],
	serviceFailing: (details, again) => [texts.serviceFailing(details)[0], `${again}.`],
	timedOut: (details, again) => [texts.timedOut(details)[0], `${again}.`],
	unexpectedError: ({ cause, ...details }) => [
		texts.unexpectedError({ ...details, cause })[0],
		`Cause: ${asSentence(cause)} Report the cause to the node's maintainers.`,
	],
	redirected: (details) => texts.redirected({ ...details, outcome: 'notDone' }),
	unreadable: (details) => texts.unreadable({ ...details, outcome: 'notDone' }),
};

const texts: { [Reason in ApiErrorReason]: (details: DetailsOf<Reason>) => ErrorText } = {
	cancelled: ({ outcome, messages }) => {
		if (outcome === 'unknown') {
			return ['The execution was stopped before the service responded', `${checkChannel}.`];
		}
		return messages !== undefined && messages.sent > 0
			? [
					'The execution was stopped before all messages of the item were sent',
					'To send the rest, run this item with only its remaining messages.',
				]
			: [
					'Not started, because the execution was stopped',
					'Run the workflow again with the remaining items.',
				];
	},
	connectionLost: ({ code, outcome }) => [
		'The connection to the service was lost',
		/^(EPROTO$|ERR_SSL_)/.test(code)
			? `${whatNext(outcome)}. ${tlsAdvice} Code: ${code}.`
			: `${whatNext(outcome)}${withCode(code)}`,
	],
	contactAmbiguous: ({ count, matches, name, problem, value }) =>
		problem?.kind === 'ambiguous'
			? [
					`The ${name} '${value}' could be ${problem.numbers.join(' or ')}`,
					`Found: ${listOf(matches, count)}. Enter the number with '+', or choose 'By ID' and enter the ID.`,
				]
			: [
					`${String(count)} contacts have the ${name} '${value}'`,
					`It could be ${listOf(matches, count)}. Choose 'By ID' and enter the ID of one of them, or search by a custom field whose value only one contact has.`,
				],
	contactChanged: ({ name, value }) => [
		`Another contact now has the ${name} '${value}'`,
		'The item waited after its contact was found, and the value moved to another contact in the meantime. Run this item again.',
	],
	contactDoubtful: ({ name, value }) => [
		`An earlier request may have created the contact with the ${name} '${value}'`,
		"It was not created a second time. Check the channel for it. If it isn't there, run this item again after 10 minutes, or turn on 'Retry When Unsure'.",
	],
	contactInexact: ({ count, name, value }) => [
		`No contact's ${name} is exactly '${value}'`,
		`The service found only similar values (${String(count)}). Enter the exact value, or choose 'By ID' and enter the contact's ID.`,
	],
	contactNotFound: ({ searched, contactId = '', acceptsOnlyIds }) =>
		searched === undefined
			? [
					`Contact not found: '${contactId}'`,
					contactId.trim() !== contactId
						? 'The ID has a space or a line break before or after it. Remove it in the data, or with .trim() in the expression.'
						: acceptsOnlyIds === true
							? idAdvice(contactId)
							: identities,
				]
			: [
					`No contact has the ${searched.name} '${searched.value}'`,
					`${alsoSearched(searched)}${searchAdvice(searched)}`,
				],
	optedOut: ({ tag }) => [
		`The contact has the tag '${shortened(tag)}'`,
		"The credential's 'Never Message Contacts Tagged' contains this tag. If the contact wants to receive messages again, remove the tag from the contact.",
	],
	contactTagged: ({ tag }) => [
		`The contact has the tag '${shortened(tag)}'`,
		"To send to the contact, remove the tag from the contact or from 'Skip If Tagged'.",
	],
	contactWithoutId: () => [
		'The service returned a contact without an ID',
		'Without an ID, the node can neither address a contact nor recognize it later. Report this to the provider of the service.',
	],
	fieldNotReturned: ({ name }) => [
		`The service's responses don't contain the custom field '${name}'`,
		"Therefore, the node can't check which contact has exactly this value. Check the name of the custom field, search by one that the output of 'Get' contains, or choose 'By ID' in 'Contact'.",
	],
	keyNotRecorded: ({ cause }) => [
		"The key of 'Send Once per Key' or 'Send Once per Contact' could not be recorded, so the message was not sent",
		`n8n reported: ${asSentence(cause)} Save the workflow, and check n8n's database. If you run the item again and it is skipped, the key was recorded: use another key or campaign name for this item.`,
	],
	linkNotReached: ({ address, code, outcome }) => [
		outcome === 'unknown'
			? `No response from n8n at ${address}`
			: `n8n can't be reached at its public address ${address}`,
		outcome === 'unknown'
			? `The reply may have been passed on. You can safely run the item again, because a question accepts only one answer${withCode(code)}`
			: `Nothing was sent. The waiting execution is resumed through this address, so n8n itself must be able to open it${withCode(code)} ${ofLostLink}`,
	],
	linkRejected: ({ address, status, outcome }) => [
		`The question's link to ${address} was rejected (${String(status)})`,
		outcome === 'unknown'
			? 'The reply may have been passed on. You can safely run the item again, because a question accepts only one answer.'
			: `Check that this is n8n's public address, and that a proxy in front of n8n passes on the path /webhook-waiting/ and the Host header unchanged. ${ofLostLink}`,
	],
	limitUsedUp: ({ bucket, limit, waitMs }) => {
		const requests = bucket === 'message' ? 'messages per second' : 'contact requests per minute';
		const retryIn = describeTime(Math.max(1_000, waitMs));
		return [
			`The limit of ${String(limit)} ${requests} has been reached. Try again in ${retryIn}.`,
			'Running workflows with the same token also use this limit.',
		];
	},
	listChanges: ({ found, total }) => [
		`Found ${String(found)} of ${String(total)} contacts: the list changes while it is read`,
		"Run the workflow again when fewer contacts change, or search for a value that fewer contacts have. Get Many returns part of the list if you turn off 'Return All' and set 'Limit'.",
	],
	listTooLong: ({ contacts, pages, bytes }) => [
		`The list of contacts is too long: it continues after ${String(contacts)} contacts on ${String(pages)} pages (${String(Math.ceil(bytes / 2 ** 20))} MB)`,
		"Search for a value that fewer contacts have, or turn off 'Return All' and set 'Limit'.",
	],
	methodNotAllowed: ({ serviceMessage }) => [
		asTitle(serviceMessage ?? 'Method not allowed'),
		checkBaseUrl,
	],
	notConnected: ({ code }) => [
		'No connection to the service',
		`Check 'Base URL' in the credential, and whether n8n can reach the service${withCode(code)}`,
	],
	outsideHours: ({ sendAt }) => [
		"The time is outside 'Sending Hours'",
		`Execute the workflow again at ${sendAt} or later, for example with an hourly schedule and 'Send Once per Contact'.`,
	],
	outputTooLarge: () => [
		`The output of the node is larger than ${String(maxOutputBytes / 2 ** 20)} MB`,
		"Nothing was done for this item. Pass fewer items to the node at a time, for example with the node 'Loop Over Items', or turn off 'Return All' and set 'Limit'.",
	],
	pagesRepeat: ({ page }) => [
		`Page ${String(page)} of the contacts contains no new contacts, but isn't the last page`,
		"The list may never end. Run the workflow again. If this happens every time, report this to the provider of the service. To return the contacts on the first page, turn off 'Return All' and lower 'Limit'.",
	],
	questionFieldUsed: ({ field }) => [
		`The contact's custom field '${field}' contains a value that isn't a question`,
		"Nothing was sent, so that the value isn't lost. As 'Question Field', choose a custom field that is used for nothing else.",
	],
	questionNotSaved: ({ field, found, length, savedLength }) => [
		found === 'cut'
			? `The channel shortened the custom field '${field}' from ${String(length)} to ${String(savedLength)} characters`
			: found === 'otherQuestion'
				? `Another question was saved in the custom field '${field}' at the same time`
				: `The channel didn't save the custom field '${field}'`,
		found === 'otherQuestion'
			? "Nothing was sent. Run this item again when the contact has answered the other question, or choose another 'Question Field'."
			: `Nothing was sent, because the reply couldn't be passed on. Create a custom field for text of ${String(length)} characters in the channel, and enter its name as 'Question Field'.`,
	],
	questionOpen: ({ contactName, workflow }) => [
		`${contactName === '' ? 'The contact' : contactName} hasn't answered the question of the workflow '${workflow}' yet`,
		"Nothing was sent. Run this item again later, choose another 'Question Field', or set 'If a Question Is Open' to 'Replace It'.",
	],
	rateLimited: ({ retryAfterMs, waitedMs }) => [
		waitedMs > 0
			? `Still rate-limited after ${describeTime(waitedMs, Math.round)}`
			: 'Too many requests',
		`${retryAfterMs ? `The service asks you to wait another ${describeTime(retryAfterMs)}. ` : ''}${othersUseToken}`,
	],
	redirected: ({ status, outcome }) => [
		`The service redirects to another address (${String(status)})`,
		`The node doesn't follow redirects, to keep the token secret. Enter the final address as 'Base URL' in the credential.${outcome === 'unknown' ? ` ${checkChannel}.` : ''}`,
	],
	rejected: ({ serviceMessage, status }) => [
		asTitle(serviceMessage ?? `The service rejected the request (${String(status)})`),
		'Check the contact and the values of this item, then run it again.',
	],
	requestNotMade: ({ cause }) => [
		"n8n couldn't prepare the request",
		`n8n reported: ${asSentence(cause)} Check the credential and n8n's settings.`,
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
		`The service has been failing for ${describeTime(waitedMs, Math.round)}`,
		`${messages === undefined ? 'Nothing was sent for this item. ' : ''}The service's responses didn't show whether it had processed earlier requests, so the node tested it with single requests. Run this item again when the service works again.`,
	],
	tagsNotReturned: () => [
		"The service's responses don't contain the contact's tags",
		"Therefore, the node can't check 'Skip If Tagged' and 'Never Message Contacts Tagged', and nothing was sent. Execute 'Get' for this contact. If its output contains no tags, leave both settings empty.",
	],
	timedOut: ({ timeoutMs, outcome }) => [
		`No response from the service within ${String(timeoutMs / 1_000)} s`,
		`${whatNext(outcome)}. To wait longer, raise 'Timeout (Seconds)' in the options.`,
	],
	timeZoneUnknown: ({ zone }) => [
		zone === ''
			? 'The contact has no time zone'
			: `The contact's time zone '${shortened(zone)}' isn't recognized`,
		"Save a name such as Europe/Madrid in the contact's custom field timezone, or set 'If Unknown' in 'Sending Hours' to 'Use the Workflow's'.",
	],
	tokenInvalid: ({ serviceMessage }) => [
		asTitle(serviceMessage ?? 'The service rejected the token'),
		'Generate a token in the channel settings by clicking the key icon next to the channel, and enter it in the credential.',
	],
	tooManyMatch: ({ maxMatches, name, value }) => [
		`More than ${maxMatches.toLocaleString('en-US')} contacts have the ${name} '${value}'`,
		`A trigger follows up to ${maxMatches.toLocaleString('en-US')} contacts. Choose a value that fewer contacts have.`,
	],
	tooManySimilar: ({ count, name, value }) => [
		`The service finds more than ${String(count)} contacts for the ${name} '${value}'`,
		"The node compares only these, because each page of contacts takes a request. Choose 'By ID', or search by a longer value.",
	],
	unexpectedError: ({ cause, outcome }) => [
		'The node stopped unexpectedly',
		outcome === 'unknown'
			? `Cause: ${asSentence(cause)} ${checkChannel}, and report the cause to the node's maintainers.`
			: `Cause: ${asSentence(cause)} Nothing was sent. Report the cause to the node's maintainers, and run this item again.`,
	],
	unreadable: ({ expected, excerpt, outcome }) => [
		'The service returned an unexpected response',
		`Expected ${expectations[expected]}, but the response begins with: ${asSentence(excerpt)} ${checkBaseUrl}${outcome === 'unknown' ? ` ${checkChannel}.` : ''}`,
	],
	untrustedConnection: ({ code }) => [
		"The service's certificate is not trusted",
		`Check 'Base URL' in the credential, and the certificate of the service${withCode(code)}`,
	],
	waitLimitPassed: () => [
		"'Max Date and Time' passed before the question could be sent",
		'Choose a later one, so that the contact has time to answer.',
	],
	wrongFileKind: () => [
		"The file's URL doesn't lead to a file of the selected type",
		"Make sure that the URL opens the file without signing in, and that 'Message Type' matches the file. With 'Binary File', the service must be able to open n8n's address.",
	],
};

function alsoSearched({ otherValues = [], otherForm = [] }: CustomFieldReference): string {
	const others = [...otherValues, ...otherForm];
	if (others.length === 0) return '';
	return `Also searched: ${others.map((value) => `'${value}'`).join(', ')}. `;
}

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

function whatNext(outcome: RequestOutcome): string {
	return outcome === 'unknown' ? checkChannel : runAgain;
}

const expectations = {
	contact: "a contact in 'data'",
	contactsOnly: "only contacts in 'data'",
	json: 'JSON',
	list: "a list of contacts in 'data'",
} as const;

/** Formats a list, such as `Ana Vega (7), 8 or 2 others`. */
function listOf(
	matches: ReadonlyArray<{ name: string; contactId: string }>,
	count: number,
): string {
	const others = count - matches.length;
	const labels = [
		...matches.map(({ name, contactId }) => {
			const id = shortened(contactId);
			return name === '' ? id : `${shortened(name)} (${id})`;
		}),
		...(others > 0 ? [`${String(others)} ${others === 1 ? 'other' : 'others'}`] : []),
	];
	const last = labels.pop() ?? '';
	return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`;
}

/** Doesn't suggest creating the contact, because IDs are assigned by the service. */
function idAdvice(contactId: string): string {
	return isNumber(contactId, minMisreadDigits)
		? "Check the ID. If it is a phone number, choose 'Phone' as the mode of 'Contact'."
		: 'Check the ID.';
}

/**
 * Suggests creating the contact only if the value is plausible, such as an email address in
 * `email`.
 */
function searchAdvice({ name, value, problem }: CustomFieldReference): string {
	const isEmail = value.includes('@');
	if (name === 'phone' && isEmail) return "If it is an email address, choose 'Email'.";
	if (name === 'email' && isNumber(value, minPhoneDigits))
		return "If it is a phone number, choose 'Phone'.";
	if (problem !== undefined) return phoneNumberAdvice(value, problem);
	const check = "The value must match the contact's value exactly.";
	return name === 'email' && !isEmail ? check : `${check} ${createFirst}.`;
}

const createFirst = "If the contact doesn't exist, create it first with 'Create or Update'";

const enterWithPlus =
	"Enter phone numbers with '+' and the country code, or choose a 'Default Country' in the credential or the options.";

function phoneNumberAdvice(text: string, problem: PhoneNumberProblem): string {
	switch (problem.kind) {
		case 'ambiguous':
			return `The number could be ${problem.numbers.join(' or ')}. Enter it with '+'.`;
		case 'noPlus':
			return `${createFirst}, and enter its number with '+'.`;
		case 'noCountryCode':
			return `The number is not a complete international number. Check its digits. ${enterWithPlus}`;
		case 'notANumber':
			return `'${text}' ${problem.rejection}. ${enterWithPlus}`;
		case 'unknownNumber':
			return `'${text}' ${problem.rejection}. Correct it, or enter it with '+' and its country code.`;
	}
}

/** Allows separators between the digits. */
function isNumber(text: string, minDigits: number): boolean {
	return /^[+\d\s().-]+$/.test(text) && text.replace(/\D/g, '').length >= minDigits;
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

function resendWarning(sent: number): string {
	return `Running the item again resends ${sent === 1 ? 'it' : 'them'}, unless 'Send Once per Contact' or 'Send Once per Key' was on.`;
}

function wasOrWere(count: number): string {
	return count > 1 ? 'were' : 'was';
}

function asTitle(words: string): string {
	return words.replace(/\.$/, '');
}

export function asSentence(words: string): string {
	return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** Appends the error code, which network administrators need for troubleshooting. */
function withCode(code: string): string {
	return code === '' ? '.' : `. Code: ${code}.`;
}

/**
 * Uses seconds for durations below two minutes. Rounds up by default, which suits remaining times.
 */
function describeTime(milliseconds: number, round = Math.ceil): string {
	const seconds = round(milliseconds / 1_000);
	return seconds < 120 ? `${String(seconds)} s` : `${String(round(seconds / 60))} min`;
}
