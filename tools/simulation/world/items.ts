import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { contactOperation, send } from '../../../test/support/fixtures/parameters';
import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import type {
	Conditions,
	ExecutionPlan,
	History,
	LaterValue,
	SendingHoursPlan,
} from '../history/history';

/** The tag with which contacts are skipped. */
export const optedOut = 'opted-out';

export const baseUrl = 'https://channel.example.com';

export const tokens = ['token-of-channel-a', 'token-of-channel-b'] as const;

/** @param number 0 and 1 are the numbers of `tokens` */
function tokenNumbered(number: number): string {
	return tokens[number] ?? `token-of-channel-${String(number)}`;
}

/** Returns the tokens of all channels in a history. */
export function tokensIn({ events }: Pick<History, 'events'>): string[] {
	const counts = events.map((event) =>
		event.kind === 'executions' && event.plan.credentials.kind === 'manyTokens'
			? event.plan.credentials.count
			: 0,
	);
	const count = Math.max(tokens.length, ...counts);
	return Array.from({ length: count }, (_, number) => tokenNumbered(number));
}

/** Returns a node of the package in a workflow. */
export function nodeNamed(
	name: string,
	parameters: INodeParameters,
	nodeType = 'channelMessaging',
): INode {
	const type = `n8n-nodes-channel-messaging.${nodeType}`;
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** Returns the node with the settings and parameters of an execution. */
export function nodeOf(plan: ExecutionPlan): INode {
	const { onError, maxTries } = plan;
	const node = nodeNamed('Channel Messaging', parametersOf(plan));
	return { ...node, onError, retryOnFail: maxTries > 1, maxTries };
}

function parametersOf(plan: ExecutionPlan): INodeParameters {
	const options = {
		timeout: plan.timeoutSeconds,
		...(plan.testsOnly && { checkWithoutSending: true }),
		...(plan.sendingHours && { sendingHours: { hours: hoursOf(plan.sendingHours) } }),
		...(plan.keys > 0 && { sendOnceKey: '={{ $json.key }}' }),
		...(plan.campaigns > 0 && { campaign: '={{ $json.campaign }}' }),
		...(plan.retryWhenUnsure && { resendWhenUnsure: true }),
		...(plan.messagesPerMinute > 0 && { messagesPerMinute: plan.messagesPerMinute }),
		...(plan.skipsMissingContact && { ifContactNotFound: 'skip' }),
		...(plan.skipsTagged && { skipIfTagged: optedOut }),
		...(plan.skipsUnchanged && { skipUnchanged: true }),
		// A list, because the text contains a comma.
		...(plan.addsTag && { tags: '={{ $json.tags }}' }),
	};
	const contactId = { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.contact }}' };
	const text = '={{ $json.text }}';
	const furtherMessages = {
		message: Array.from({ length: plan.messages - 1 }, (_, index) => ({
			messageType: 'text',
			text: `={{ $json.text${String(index + 1)} }}`,
			...(plan.delaySeconds > 0 && { delayBefore: plan.delaySeconds }),
		})),
	};
	const name = (value: string) => ({ __rl: true, mode: 'name', value });
	const note = { name: name('note'), value: text };
	const saved = { name: name('={{ $json.savedName }}'), value: '={{ $json.savedValue }}' };
	const customFields = { field: plan.saves.length > 0 ? [note, saved] : [note] };
	const match = { fieldName: name('={{ $json.name }}'), fieldValue: '={{ $json.value }}' };
	const size = plan.limit > 0 ? { returnAll: false, limit: plan.limit } : { returnAll: true };
	switch (plan.operation) {
		case 'send':
			return send({
				...(plan.files
					? { messageType: 'file', binaryData: true, binaryPropertyName: 'file' }
					: { messageType: 'text', text }),
				contactId,
				options: { ...options, ...(plan.messages > 1 && { furtherMessages }) },
			});
		case 'get':
			return contactOperation('get', { contactId, options });
		case 'getAll':
			return contactOperation('getAll', { ...match, ...size, options });
		case 'upsert':
			return contactOperation('upsert', { ...match, customFields, options });
		case 'addTags':
		case 'removeTags':
			return contactOperation(plan.operation, {
				contactId,
				tags: { tag: [{ name: text }] },
				options,
			});
		case 'create':
			return contactOperation('create', { customFields, options });
		case 'update':
			return contactOperation('update', { contactId, customFields, options });
	}
}

function hoursOf({ from, until, days, timezone, ifUnknown }: SendingHoursPlan) {
	const time = (minutes: number) =>
		`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
	return { from: time(from), until: time(until), days: [...days], timezone, ifUnknown };
}

/**
 * Returns the values of an execution's expressions in an attempt, as the items that contain them.
 * The text of each item identifies it in its requests.
 */
export function itemsOf(plan: ExecutionPlan, execution: number, attempt = 0): INodeExecutionData[] {
	return Array.from({ length: plan.items }, (_, itemIndex) => {
		const differs = (value: LaterValue) => isLater(plan, itemIndex, attempt, value);
		const contact = (itemIndex + (differs('otherContact') ? 1 : 0)) % plan.contacts;
		const isMissing = contact < plan.missingContacts;
		const key = keyOf(plan, itemIndex, attempt) ?? '';
		const campaign = campaignOf(plan, itemIndex) ?? '';
		const texts = Object.fromEntries(
			Array.from({ length: messageCountOf(plan) }, (_, position) => [
				position === 0 ? 'text' : `text${String(position)}`,
				`${textOf(plan.textsOf ?? execution, itemIndex, position)}${differs('otherText') ? ' again' : ''}`,
			]),
		);
		const [search, save] = [searchOf(plan, itemIndex), saveOf(plan, itemIndex)];
		const saved = { savedName: save?.name ?? '', savedValue: save?.value ?? '' };
		const tags = [texts['text'] ?? ''];
		const binary = plan.files ? { file: fileOf(execution, texts['text'] ?? '') } : {};
		if (search !== undefined) {
			const { name, value } = search;
			const isMode = name === 'phone' || name === 'email';
			const found = isMode
				? { mode: name, contact: value }
				: { mode: 'customField', contact: `${name}=${value}` };
			return { json: { ...found, name, value, ...texts, tags, campaign, key, ...saved }, binary };
		}
		const spelling = plan.respells ? itemIndex + execution : itemIndex;
		const identified = plan.identifiedBy[spelling % plan.identifiedBy.length] ?? 'id';
		const { id, phone } = contactOf(isMissing ? contact + firstMissing : contact);
		const spellings = {
			id,
			prefixedId: `cus_${id}`,
			phone,
			spacedPhone: phone.replace(/^\+1(\d{3})(\d{3})/, '+1 ($1) $2-'),
		};
		const mode = identified === 'phone' || identified === 'spacedPhone' ? 'phone' : 'id';
		return {
			json: { mode, contact: spellings[identified], ...texts, campaign, key, ...saved },
			binary,
		};
	});
}

/** Returns a file whose name and content are the text. Each execution stores its own copy. */
function fileOf(execution: number, text: string): IBinaryData {
	const id = `filesystem-v2:executions/${String(execution)}/${text}`;
	return { id, data: 'filesystem-v2', mimeType: 'application/pdf', fileName: `${text}.pdf` };
}

/** Whether a value of an item differs from the one in the first attempt. */
export function isLater(
	{ later }: ExecutionPlan,
	itemIndex: number,
	attempt: number,
	value: LaterValue,
): boolean {
	return attempt > 0 && itemIndex % 2 === 0 && later.includes(value);
}

/** Returns the number of messages of each item. Other operations send one request per item. */
export function messageCountOf({ operation, messages }: ExecutionPlan): number {
	return operation === 'send' ? messages : 1;
}

/** @param position the position among the messages of the item */
export function textOf(execution: number, itemIndex: number, position = 0): string {
	const further = position === 0 ? '' : `, message ${String(position)}`;
	return `execution ${String(execution)}, item ${String(itemIndex)}${further}`;
}

/** Whether a part is missing from an item's key, so that the key identifies nothing. */
export function lacksKey({ keys, missingKeys }: ExecutionPlan, itemIndex: number): boolean {
	return keys > 0 && itemIndex < missingKeys;
}

/** Returns the key (Send Once per Key) of an item. */
export function keyOf(plan: ExecutionPlan, itemIndex: number, attempt = 0): string | undefined {
	if (plan.keys === 0) return undefined;
	if (lacksKey(plan, itemIndex)) return 'spring undefined';
	const later = isLater(plan, itemIndex, attempt, 'otherKey') ? 'later ' : '';
	return `${later}key ${String(itemIndex % plan.keys)}`;
}

/**
 * Returns the campaign (Send Once per Contact) of an item. As the documentation recommends, each
 * channel has its own, because two channels can use the same ID for different contacts.
 */
export function campaignOf(plan: ExecutionPlan, itemIndex: number): string | undefined {
	if (plan.campaigns === 0) return undefined;
	const isSecond = tokenOf(plan, itemIndex) === tokens[1];
	return `Campaign ${String(itemIndex % plan.campaigns)}${isSecond ? ' in channel B' : ''}`;
}

/** Returns the custom field that identifies an item's contact. */
export function searchOf(
	{ searches }: ExecutionPlan,
	itemIndex: number,
): FieldAssignment | undefined {
	return searches[itemIndex % searches.length];
}

/** Returns the custom field that an item saves in addition to its note. */
export function saveOf({ saves }: ExecutionPlan, itemIndex: number): FieldAssignment | undefined {
	return saves[itemIndex % saves.length];
}

/** The number of the first contact that doesn't exist, in any history. */
const firstMissing = 50_000;

/** The local service's contacts have these IDs and phone numbers. */
function contactOf(number: number): { id: string; phone: string } {
	return {
		id: String(362_707_394 + number * 17),
		phone: `+1555${String(100_001 + number).padStart(7, '0')}`,
	};
}

/** Returns the token that an item's requests must have. */
export function tokenOf(plan: ExecutionPlan, itemIndex: number, attempt = 0): string {
	const { credentials } = plan;
	const [first, second] = tokens;
	if (credentials.kind === 'manyTokens') return tokenNumbered(itemIndex % credentials.count);
	const isSecond =
		credentials.kind === 'replacedToken' ||
		(credentials.kind === 'secondToken' && credentials.items.includes(itemIndex));
	return isSecond !== isLater(plan, itemIndex, attempt, 'otherToken') ? second : first;
}

/**
 * Returns the credential with the expressions of an item resolved. Throws if they can't be resolved.
 */
export function credentialOf(
	plan: ExecutionPlan,
	itemIndex: number,
	attempt: number,
	{ messagesPerSecond, contactRequestsPerMinute }: Conditions,
): ICredentialDataDecryptedObject {
	const { credentials } = plan;
	const isUnreadable = credentials.kind === 'unreadable' && !credentials.except.includes(itemIndex);
	if (isUnreadable || isLater(plan, itemIndex, attempt, 'unreadableCredential')) {
		throw new Error('The expression of the credential failed');
	}
	return {
		baseUrl,
		token: tokenOf(plan, itemIndex, attempt),
		allowUnencrypted: credentials.kind === 'sameToken' && itemIndex % 2 === 1,
		channelType: 'other',
		messagesPerSecond,
		contactCallsPerMinute: contactRequestsPerMinute,
		phoneNumberFormat: plan.phoneNumberFormat,
		defaultCountry: plan.defaultCountry,
		...(plan.neverMessagesTagged && { neverMessageTagged: optedOut }),
	};
}
