import type { ApiError, ApiErrorDetails, PartWay, SavedContact } from '../api/apiError';
import { describeTime } from './time';

/** What people read of an error. */
export interface ErrorText {
	/** What happened. */
	title: string;
	/** What to do about it, with whatever else is known. */
	advice: string;
}

const maybeDone = 'The request may or may not have been processed.';
const checkChannel = 'Check the channel before you run this item again';
const checkBaseUrl = "Check 'Base URL' in the credential: it must be the address of the service.";
const keyKept =
	"Its key in 'Send Once Per Key' could not be removed from n8n's database: to send the message later, give it another key.";
const othersUseToken =
	'Other systems may be using the same token. Lower the rates in the credential, or run the workflow again later.';

/** What an error of a call says, in the service's own words where it has some. */
export function apiErrorText({ details }: ApiError): ErrorText {
	const { title, advice } = textFor(details);
	const said = details.serviceMessage;
	const isTold = said === undefined || title === asTitle(said);
	const sentences = [
		...(isTold ? [] : [`The service said: ${asSentence(said)}`]),
		advice,
		...circumstancesOf(details),
	];
	return { title, advice: sentences.join(' ') };
}

function textFor(details: ApiErrorDetails): ErrorText {
	const { serviceMessage: said, status } = details;
	switch (details.reason) {
		case 'cancelled':
			if (details.outcome === 'unknown') {
				return {
					title: 'The execution was stopped before the service answered',
					advice: `${maybeDone} ${checkChannel}.`,
				};
			}
			return {
				title: 'Not started, because the execution was stopped',
				advice: 'Run the workflow again for the items that were left out.',
			};
		case 'connectionLost':
			return {
				title: 'The connection to the service was lost',
				advice: `${maybeDone} ${checkChannel}${inBrackets(details.code)}`,
			};
		case 'contactAmbiguous':
			return {
				title: `${String(details.count)} contacts have the ${details.name} '${details.value}'`,
				advice:
					"Nothing was done, because any of them could be meant. Search by a custom field whose value only one contact has, or use the contact's ID.",
			};
		case 'contactDoubtful':
			return {
				title: `An earlier item may have created the contact with the ${details.name} '${details.value}'`,
				advice:
					'It was not created a second time. Check the channel for it, then run this item again.',
			};
		case 'contactInexact':
			return {
				title: `No contact has exactly the ${details.name} '${details.value}'`,
				advice: `The service found ${String(details.count)}, but with another value. Write the value just as the contact has it, or use the contact's ID.`,
			};
		case 'contactNotFound':
			if (details.searched === undefined) {
				return {
					title: 'Contact not found',
					advice: "Check the ID, or create the contact first with 'Create or Update'.",
				};
			}
			return {
				title: `No contact has the ${details.searched.name} '${details.searched.value}'`,
				advice:
					"Write the value just as the contact has it, or create the contact first with 'Create or Update'.",
			};
		case 'contactWithoutId':
			return {
				title: "The service gave a contact without an 'id'",
				advice: "Without it, contacts can't be told apart from one poll to the next.",
			};
		case 'keyNotRecorded':
			return {
				title: "The key in 'Send Once Per Key' could not be recorded, so the message was not sent",
				advice: `n8n said: ${asSentence(details.cause)} Save the workflow, check n8n's database, and run the item again.`,
			};
		case 'limitUsedUp': {
			const calls = details.kind === 'message' ? 'messages a second' : 'contact calls a minute';
			const wait = describeTime(Math.max(1_000, details.wait));
			return {
				title: `The limit of ${String(details.limit)} ${calls} is used up. Try again in ${wait}.`,
				advice: 'Running workflows with the same token use the limit too.',
			};
		}
		case 'listTooLong':
			return {
				title: `The list of contacts is too long: it goes on after ${String(details.contacts)} contacts on ${String(details.pages)} pages`,
				advice:
					"Search for a value that fewer contacts have, or turn off 'Return All' and set 'Limit'.",
			};
		case 'methodNotAllowed':
			return {
				title: asTitle(said ?? 'Method not allowed'),
				advice: checkBaseUrl,
			};
		case 'notConnected':
			return {
				title: 'No connection to the service',
				advice: `Check 'Base URL' in the credential, and whether n8n can reach the service${inBrackets(details.code)}`,
			};
		case 'pagesRepeat':
			return {
				title: `The service gave the same contacts again on page ${String(details.page)}`,
				advice:
					"Its list would never end. Ask the provider of the service; with Get Many, a 'Limit' can still give what the first page holds.",
			};
		case 'rateLimited': {
			const { asked, waited } = details;
			const asks = asked && `The service asks to wait another ${describeTime(asked)}. `;
			const still = waited && `Still rate-limited after ${describeTime(waited)}`;
			return { title: still || 'Too many requests', advice: `${asks ?? ''}${othersUseToken}` };
		}
		case 'redirected':
			return {
				title: `The service redirects to another address (${String(status)})`,
				advice:
					"The token is never sent on to another address. Enter the final address as 'Base URL' in the credential.",
			};
		case 'refused':
			return {
				title: asTitle(said ?? `The service refused the request (${String(status)})`),
				advice: 'Check the contact and the values of this item, then run it again.',
			};
		case 'requestNotMade':
			return {
				title: 'n8n could not make the request',
				advice: `Nothing was sent. n8n said: ${asSentence(details.cause)}`,
			};
		case 'responseTooLarge':
			return {
				title: `The service's response is larger than ${String(details.megabytes)} MB`,
				advice: `It was not read to its end. ${maybeDone} ${checkBaseUrl}`,
			};
		case 'serverFault':
			return {
				title: `The service failed (${String(status)})`,
				advice: `${maybeDone} ${checkChannel}.`,
			};
		case 'timedOut':
			return {
				title: `No response from the service within ${String(details.timeout / 1_000)} s`,
				advice: `${maybeDone} ${checkChannel}. To wait longer, raise 'Timeout (Seconds)' in the options.`,
			};
		case 'tokenInvalid':
			return {
				title: asTitle(said ?? 'The token was not accepted'),
				advice:
					'Generate a token in the channel settings, with the key icon next to the channel, and enter it in the credential.',
			};
		case 'tooManyMatch':
			return {
				title: `More than ${details.most.toLocaleString('en-US')} contacts have the ${details.name} '${details.value}'`,
				advice: `A trigger follows up to ${details.most.toLocaleString('en-US')} contacts. Choose a value that fewer contacts have.`,
			};
		case 'unreadable':
			return {
				title: `The service's response is not ${expectations[details.expected]}`,
				advice: `It begins with: ${asSentence(details.excerpt)} ${checkBaseUrl}`,
			};
		case 'untrustedConnection':
			return {
				title: "The service's certificate is not trusted",
				advice: `Check 'Base URL' in the credential, and the certificate of the service${inBrackets(details.code)}`,
			};
		case 'wrongFileKind':
			return {
				title: "'URL' does not point to a file of the chosen kind",
				advice:
					"Check that 'URL' leads straight to the file, without signing in, and that 'Message Type' is right.",
			};
	}
}

const expectations = {
	contact: "JSON with a contact in 'data'",
	contactsOnly: "JSON with nothing but contacts in 'data'",
	json: 'JSON',
	list: "JSON with a list of contacts in 'data'",
} as const;

function circumstancesOf({ partWay, saved, isKeyKept }: ApiErrorDetails): string[] {
	return [
		...(saved === undefined ? [] : [savedOnly(saved)]),
		...(partWay === undefined ? [] : [soFar(partWay)]),
		...(isKeyKept === undefined ? [] : [keyKept]),
	];
}

function savedOnly({ done, contactId, tagging }: SavedContact): string {
	const tagged = tagging === 'notDone' ? 'were not' : 'may not have been';
	return `The contact was ${done}, but its tags ${tagged} added. Add them with 'Add Tags' to the contact with the ID ${contactId}.`;
}

function soFar({ calls, callsDone, entries, entriesDone, things }: PartWay): string {
	return callsDone === 0
		? `None of the ${String(entries)} ${things} was changed.`
		: `Of ${String(calls)} requests for this item, ${String(callsDone)} were done, with ${String(entriesDone)} of its ${String(entries)} ${things}.`;
}

/** The service's words as a title, without a full stop. */
function asTitle(words: string): string {
	return words.replace(/\.$/, '');
}

function asSentence(words: string): string {
	return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** The end of a sentence: the system's code, for whoever looks after the network. */
function inBrackets(code: string): string {
	return code === '' ? '.' : ` (${code}).`;
}
