import { createHash } from 'node:crypto';
import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import { createChannel } from '../ChannelMessaging/client/channel';
import {
	type ChannelCredential,
	credentialName,
	readCredential,
} from '../ChannelMessaging/client/credential';
import { openChannelSession } from '../ChannelMessaging/client/session';
import { findAllContacts } from '../ChannelMessaging/contacts/searchContacts';
import { toNodeError } from '../ChannelMessaging/execution/errors';
import { createListClient } from '../ChannelMessaging/methods/listSearch';
import { parametersBy } from '../ChannelMessaging/parameters/parameter';
import { phoneNumberSettingsOf } from '../ChannelMessaging/parameters/phoneNumberOptions';
import { CancellationToken } from '../ChannelMessaging/scheduling/cancellation';
import { detectChanges, newState, type TriggerState } from './detectChanges';
import { activationLimits, limitRequests, pollLimits } from './pollLimits';
import { readTriggerSettings, type TriggerSettings } from './settings';
import { deserialize, parseContent, serialize, storedSnapshot, watchedContent } from './snapshot';

/** The time budget of a poll without n8n's durable scheduler, in milliseconds. */
const unlimitedBudgetMs = 300_000;

/**
 * How long the state of an unused trigger is kept, in milliseconds. Exceeds n8n's longest poll
 * interval, which is a month.
 */
const retentionMs = 32 * 24 * 3_600_000;

/**
 * The maximum number of polls per contact search. Longer searches delay events and cause a warning.
 */
const maxUsualPolls = 3;

/**
 * Temporary errors, which don't prevent users from publishing the workflow. The next poll retries
 * the request.
 */
const transient: readonly ApiErrorReason[] = [
	'connectionLost',
	'notConnected',
	'rateLimited',
	'serverFault',
	'timedOut',
];

interface KeptState {
	readonly state: TriggerState;
	/** A hash of the trigger settings to which the state belongs. */
	readonly search: string;
	/** The revision of the snapshot that was saved in n8n's static data. */
	savedRevision: number;
	/** The time when the snapshot was saved, in milliseconds since the epoch. */
	savedAt: number;
	polledAt: number;
}

/**
 * The state of each trigger. Kept in memory, because n8n saves static data only if a poll returns
 * an event.
 */
const keptStates = new Map<string, KeptState>();

/** The polls in progress, identified by the trigger and a hash of its settings. */
const polling = new Set<string>();

/**
 * The contexts of earlier polls. Without n8n's durable scheduler, all polls of a published workflow
 * share a context.
 */
const knownContexts = new WeakSet<object>();

/**
 * Returns an item for each event since the previous poll, or `null` if there are no events. In
 * manual executions, returns a test event.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const credential = await readCredential(context);
	try {
		const settings = readTriggerSettings(
			parametersBy((name) => context.getNodeParameter(name, null)),
			phoneNumberSettingsOf(credential.decrypted.data ?? {}),
		);
		const items =
			context.getMode() === 'manual'
				? [await findExample(context, settings)]
				: await pollPublished(context, credential, settings);
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(error, { node: context.getNode(), token: credential.token });
	}
}

async function pollPublished(
	context: IPollFunctions,
	credential: ChannelCredential,
	settings: TriggerSettings,
): Promise<IDataObject[]> {
	const node = context.getNode();
	const trigger = JSON.stringify([context.getWorkflow().id, node.name]);
	const search = searchHash(settings, node.credentials?.[credentialName]?.id ?? '');
	const isActivation = isActivationPoll(context);
	knownContexts.add(context);
	const pollKey = trigger + search;
	if (polling.has(pollKey)) return [];
	polling.add(pollKey);
	const session = openChannelSession(context, credential, new CancellationToken());
	try {
		const kept = await loadState(context, trigger, search);
		const isStarting = ['init', 'leadershipChange'].includes(context.getActivationMode());
		if (isActivation && isStarting && kept.savedRevision > 0) return [];
		const { state } = kept;
		if (state.pass.polls === maxUsualPolls) {
			context.logger.warn(
				`${node.name}: reading all matching contacts takes more than ${String(maxUsualPolls)} polls, so events can be late. Poll every minute, or choose a value that fewer contacts have.`,
			);
		}
		const limits = isActivation ? activationLimits() : pollLimits(credential, budgetOf(context));
		const { send, hasTime } = limitRequests(session, limits);
		const channel = createChannel(send, credential.channelType);
		const { events, error } = await detectChanges(channel, settings, state, hasTime);
		// Discards the events if the workflow was published with other settings during the poll.
		if (keptStates.get(trigger) !== kept) return [];
		await save(context, kept);
		if (error === undefined) return events;
		if (events.length === 0 && !(isActivation && isTransient(error))) throw error;
		const { message } = toNodeError(error, { node, token: credential.token });
		context.logger.warn(`${node.name}: ${message}. The next poll continues.`);
		return events;
	} finally {
		session.cancellation.stop();
		polling.delete(pollKey);
	}
}

/** Returns a hash of the trigger's event, search, watched data, and credential ID. */
function searchHash({ event, match, watched }: TriggerSettings, credentialId: string): string {
	const search = JSON.stringify([event, match.name, match.value, watched, credentialId]);
	return createHash('sha256').update(search).digest('base64url');
}

/**
 * Returns whether this is a trigger's first poll after its workflow was published or n8n started.
 * n8n waits for the first poll before it schedules others. Polls of the durable scheduler differ:
 * each has a new context, the activation mode `update`, and a time budget.
 */
function isActivationPoll(context: IPollFunctions): boolean {
	if (knownContexts.has(context)) return false;
	return context.getActivationMode() !== 'update' || budgetOf(context) === unlimitedBudgetMs;
}

/** Returns the time budget of a poll in milliseconds. n8n provides a budget since version 2.37. */
function budgetOf(context: IPollFunctions & { getPollBudgetMs?(): number }): number {
	return context.getPollBudgetMs?.() ?? unlimitedBudgetMs;
}

/**
 * Returns the state of the trigger. Reads it from n8n's static data if the static data is newer
 * than the state in memory.
 */
async function loadState(
	context: IPollFunctions,
	trigger: string,
	search: string,
): Promise<KeptState> {
	const now = Date.now();
	for (const [other, { polledAt }] of keptStates) {
		if (polledAt < now - retentionMs) keptStates.delete(other);
	}
	const data = context.getWorkflowStaticData('node');
	const stored = storedSnapshot(data);
	const inMemory = keptStates.get(trigger);
	if (inMemory?.search === search && inMemory.savedAt >= (stored?.savedAt ?? 0)) {
		inMemory.polledAt = now;
		return inMemory;
	}
	const warn = () => {
		context.logger.warn(
			`${context.getNode().name}: the stored contacts can't be read, so the trigger starts over.`,
		);
		return undefined;
	};
	if (stored === undefined && Object.keys(data).length > 0) warn();
	const snapshot = stored?.search === search ? await deserialize(stored).catch(warn) : undefined;
	const kept: KeptState = {
		state: newState(snapshot),
		search,
		savedRevision: snapshot?.revision ?? 0,
		savedAt: stored?.savedAt ?? 0,
		polledAt: now,
	};
	keptStates.set(trigger, kept);
	return kept;
}

/**
 * Saves a changed snapshot to n8n's static data, from which polls of the durable scheduler start.
 * n8n determines when to write static data to its database.
 */
async function save(context: IPollFunctions, kept: KeptState): Promise<void> {
	const { revision } = kept.state.snapshot;
	const data = context.getWorkflowStaticData('node');
	const isWritten = storedSnapshot(data)?.savedAt === kept.savedAt;
	if (revision === 0 || (isWritten && revision === kept.savedRevision)) return;
	const savedAt = Date.now();
	Object.assign(data, await serialize(kept.state.snapshot, { search: kept.search, savedAt }));
	Object.assign(kept, { savedRevision: revision, savedAt });
}

function isTransient(error: unknown): boolean {
	return error instanceof ApiError && transient.includes(error.reason);
}

/**
 * Returns a matching contact as a test event. Throws `NodeOperationError` if no contact matches.
 */
async function findExample(
	context: IPollFunctions,
	{ event, match, watched }: TriggerSettings,
): Promise<IDataObject> {
	const { channel } = await createListClient(context);
	const [contact] = await findAllContacts(channel, match, 1);
	if (contact === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`No contact has the ${match.name} '${match.value}', so there is no test event`,
			{ description: 'Enter a value that a contact has, or publish the workflow.' },
		);
	}
	if (event !== 'contactChanges') return contact;
	return { ...contact, before: parseContent(watchedContent(contact, watched)) };
}
