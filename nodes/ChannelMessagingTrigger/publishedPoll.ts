import {
	type IDataObject,
	type INode,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { createChannel } from '../ChannelMessaging/client/channel';
import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { openChannelSession } from '../ChannelMessaging/client/channelSession';
import { toNodeError } from '../ChannelMessaging/execution/nodeError';
import { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import { systemClock } from '../ChannelMessaging/scheduling/clock';
import { baselineOf } from './baselineKey';
import { lateEventsWarning, maxUsualPolls } from './lateEventsWarning';
import { searchAndLookUp } from './searchAndLookUp';
import { isTemporary } from './temporaryErrors';
import { activationBudget, budgetOf, limitRequests, pollBudget } from './pollBudget';
import { maxPollsWithoutRequest, PollTurns } from './pollTurns';
import { moveRenamedData } from './renamedNode';
import type { EnteredSettings, TriggerSettings } from './settings';
import { type PollState, StateRegistry } from './stateRegistry';
import type { TriggerState } from './triggerState';

const states = new StateRegistry(systemClock);

const turns = new PollTurns(systemClock);

/** The polls of all triggers that haven't ended. */
const running = new Set<PublishedPoll>();

interface PublishedPoll {
	readonly context: IPollFunctions;
	readonly node: INode;
	/** The node's static data, as stored by n8n. */
	readonly data: IDataObject;
	readonly credential: ChannelCredential;
	readonly settings: TriggerSettings;
	/** Identifies the trigger in this process. */
	readonly trigger: string;
	readonly baseline: string;
	readonly isActivation: boolean;
	/**
	 * Whether the workflow is activated because n8n started or because another main process took over.
	 */
	readonly isRestart: boolean;
	readonly warn: (text: string) => void;
}

interface PollResult {
	events: IDataObject[];
	/** Whether the poll has read at least one page or contact. */
	hasRead: boolean;
	/** Why the poll couldn't read everything, unless it ran out of time. */
	failure: unknown;
	warnings: string[];
}

/**
 * Loads the trigger's state, requests contacts, and saves the new state if the result is valid.
 * Returns an item for each event.
 *
 * @param isOutdated unset if this poll activates the workflow
 */
export async function pollPublished(
	context: IPollFunctions,
	credential: ChannelCredential,
	settings: EnteredSettings,
	isOutdated: (() => Promise<boolean>) | undefined,
): Promise<IDataObject[]> {
	const node = context.getNode();
	const mode = context.getActivationMode();
	const isActivation = isOutdated === undefined;
	const poll: PublishedPoll = {
		context,
		node,
		data: context.getWorkflowStaticData('node'),
		credential,
		settings,
		trigger: JSON.stringify([context.getWorkflow().id, node.id]),
		baseline: baselineOf(credential, settings),
		isActivation,
		isRestart: isActivation && (mode === 'init' || mode === 'leadershipChange'),
		warn: (text) => {
			context.logger.warn(`${node.name}: ${text}`);
		},
	};
	if (!isActivation && overlaps(poll)) return [];
	running.add(poll);
	const cancellation = new CancellationToken();
	try {
		const pollState = await loadState(poll);
		const { state, saved } = pollState.kept;
		if (poll.isRestart && saved !== undefined) {
			await keepState(poll, pollState);
			return [];
		}
		const result = await requestContacts(poll, state, cancellation);
		// The changes of an outdated poll are discarded, and the next poll detects them again.
		if (await isOutdated?.()) return [];
		return await endPoll(poll, pollState, result);
	} finally {
		cancellation.stop();
		running.delete(poll);
	}
}

function overlaps({ trigger, baseline }: PublishedPoll): boolean {
	return [...running].some((other) => other.trigger === trigger && other.baseline === baseline);
}

async function loadState(poll: PublishedPoll): Promise<PollState> {
	const { context, node, data, settings, trigger, baseline, warn } = poll;
	moveRenamedData(context, node, data);
	const pollState = await states.load(trigger, data, baseline, settings, publicationBy(poll));
	if (pollState.isUnreadable) {
		warn("the stored contacts can't be read, so the trigger starts over.");
	}
	return pollState;
}

function publicationBy({ context, isActivation, isRestart }: PublishedPoll) {
	if (!isActivation) return 'none';
	const mode = context.getActivationMode();
	if (mode === 'leadershipChange') return 'takeover';
	if (isRestart) return 'none';
	return mode === 'activate' ? 'unpublished' : 'edited';
}

async function keepState(poll: PublishedPoll, pollState: PollState): Promise<boolean> {
	return await states.keep(poll.trigger, poll.node.id, poll.data, pollState);
}

/** Sends as many requests as the poll's limits allow, and updates the state. Never rejects. */
async function requestContacts(
	{ context, node, credential, settings, trigger, isActivation }: PublishedPoll,
	state: TriggerState,
	cancellation: CancellationToken,
): Promise<PollResult> {
	const limits = isActivation ? activationBudget : pollBudget(credential, budgetOf(context));
	const startedAt = turns.start(trigger, credential.channelKey, isActivation);
	const sharing = turns.sharing(trigger);
	const session = openChannelSession(context, credential, cancellation, { flowId: trigger });
	const { send, requests } = limitRequests(session, limits, {
		// The poll at publication skips the queue, because it only checks the settings for a waiting user.
		wait: async () => {
			if (!isActivation) await turns.awaitTurn(trigger, session.cancellation);
		},
		take: () => turns.takeTurn(trigger, isActivation),
	});
	const channel = createChannel(send, credential.channelType);
	const detected = await searchAndLookUp(channel, settings, state, session.cancellation);
	const { events, hasRead, withoutId, incompleteBaseline, error } = detected;
	const isRateLimited = requests.sent > 0 && requests.rateLimited === requests.sent;
	const isStarved = !isActivation && turns.end(trigger, startedAt);
	const failure =
		error ??
		(isRateLimited ? requests.rejection : undefined) ??
		(isStarved ? noRequestError(node, sharing, credential) : undefined);
	const warnings: string[] = [];
	if (withoutId > 0) {
		warnings.push(
			`${String(withoutId)} of the contacts found have no ID, so the trigger ignores them.`,
		);
	}
	if (incompleteBaseline !== undefined) {
		const { shown, total } = incompleteBaseline;
		warnings.push(
			`the searches show only ${String(shown)} of the ${String(total)} contacts that the service counts. Contacts that they show later are reported as new.`,
		);
	}
	if (state.pass.polls === maxUsualPolls) {
		const watching = { contacts: state.snapshot.contacts.size, triggers: sharing };
		warnings.push(lateEventsWarning(requests, limits, watching));
	}
	return { events, hasRead, failure, warnings };
}

/** If the result is valid, saves the new state and returns the events. */
async function endPoll(
	poll: PublishedPoll,
	pollState: PollState,
	{ events, hasRead, failure, warnings }: PollResult,
): Promise<IDataObject[]> {
	const { node, credential, isActivation, isRestart, warn } = poll;
	const isFailure =
		failure !== undefined && events.length === 0 && !(isActivation && isTemporary(failure));
	// A failed publication must not change the state of polls that are still running. If the service
	// didn't respond, only a successful publication starts a new baseline.
	const isPublication = isActivation && !isRestart;
	const counts = !(isActivation && isFailure) && (hasRead || !pollState.isNew || isPublication);
	if (counts && !(await keepState(poll, pollState))) return [];
	for (const text of warnings) warn(text);
	if (failure === undefined) return events;
	if (isFailure) throw failure;
	const { message } = toNodeError(failure, { node, token: credential.token });
	warn(`${message}. The next poll continues.`);
	return events;
}

function noRequestError(
	node: INode,
	triggers: number,
	{ contactCallsPerMinute }: ChannelCredential,
): NodeOperationError {
	const cause =
		triggers > 1
			? `${String(triggers)} triggers share this token`
			: 'running workflows use up the rate limit of this token';
	return new NodeOperationError(
		node,
		`No request in ${String(maxPollsWithoutRequest)} polls, because ${cause}`,
		{
			description: `All triggers and workflows with this token may send ${String(contactCallsPerMinute)} contact requests per minute together. Choose a longer interval in 'Poll Times', or use fewer triggers. The trigger that has waited longest is next.`,
		},
	);
}
