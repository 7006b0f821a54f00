import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { createChannel } from '../ChannelMessaging/client/channel';
import { type ChannelCredential, readCredential } from '../ChannelMessaging/client/credential';
import { openChannelSession } from '../ChannelMessaging/client/session';
import type { AfterFailure } from '../ChannelMessaging/client/errorMessages';
import { toNodeError } from '../ChannelMessaging/execution/errors';
import { parametersBy } from '../ChannelMessaging/parameters/readers';
import { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import { systemClock } from '../ChannelMessaging/scheduling/clock';
import { describeDelay } from './delays';
import { detectChanges, isTemporary } from './detectChanges';
import { activationLimits, limitRequests, pollLimits } from './pollLimits';
import { readTriggerSettings, type TriggerSettings } from './settings';
import { fetchTestEvent } from './fetchTestEvent';
import { OverlappingPolls } from './overlappingPolls';
import { maxPollsWithoutRequest, PollTurns } from './pollTurns';
import { moveRenamedData } from './renamedNode';
import { baselineOf, StateRegistry } from './stateRegistry';

/** A poll's time budget if n8n's durable scheduler doesn't set one. */
const unlimitedBudgetMs = 300_000;

/** If a search takes more polls than this, events are delayed and the user is warned. */
const maxUsualPolls = 3;

const states = new StateRegistry(systemClock);

const turns = new PollTurns(systemClock);

const overlappingPolls = new OverlappingPolls();

/** Running polls, so that polls with the same trigger and baseline never overlap. */
const polling = new Set<string>();

/**
 * Execution contexts of earlier polls. Without n8n's durable scheduler, all polls of a published
 * workflow share one context.
 */
const knownContexts = new WeakSet<object>();

/**
 * Returns an item for each event since the previous poll, or a test event in a manual execution.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollWith(context, 'testEvent', fetchTestEvent);
	const isActivation = isActivationPoll(context);
	knownContexts.add(context);
	const { id = '' } = context.getWorkflow();
	if (isActivation) {
		const activation = pollWith(
			context,
			'nextPoll',
			async (...poll) => await pollPublished(...poll, undefined),
		);
		return await overlappingPolls.activate(id, activation);
	}
	return await overlappingPolls.run(
		id,
		async (isOutdated) =>
			await pollWith(
				context,
				'nextPoll',
				async (...poll) => await pollPublished(...poll, isOutdated),
			),
	);
}

async function pollWith(
	context: IPollFunctions,
	next: AfterFailure,
	work: (
		context: IPollFunctions,
		credential: ChannelCredential,
		settings: TriggerSettings,
	) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[][] | null> {
	const credential = await readCredential(context);
	try {
		const parameters = parametersBy((name) => context.getNodeParameter(name, null), {
			raw: context.getNode().parameters,
		});
		const settings = readTriggerSettings({ ...parameters, credential });
		const items = await work(context, credential, settings);
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(error, { node: context.getNode(), token: credential.token, next });
	}
}

/** @param isOutdated `undefined` if this poll activates the workflow */
async function pollPublished(
	context: IPollFunctions,
	credential: ChannelCredential,
	settings: TriggerSettings,
	isOutdated: (() => Promise<boolean>) | undefined,
): Promise<IDataObject[]> {
	const isActivation = isOutdated === undefined;
	const node = context.getNode();
	const warn = (text: string) => {
		context.logger.warn(`${node.name}: ${text}`);
	};
	const trigger = JSON.stringify([context.getWorkflow().id, node.id]);
	const baseline = baselineOf(credential, settings);
	const pollKey = trigger + baseline;
	if (!isActivation && polling.has(pollKey)) return [];
	polling.add(pollKey);
	const cancellation = new CancellationToken();
	try {
		const data = context.getWorkflowStaticData('node');
		moveRenamedData(context, node, data);
		const mode = context.getActivationMode();
		const isPublished = isActivation && mode === 'activate';
		const pollState = await states.load(trigger, data, baseline, settings, isPublished);
		const { kept, isNew, isUnreadable } = pollState;
		if (isUnreadable) warn("the stored contacts can't be read, so the trigger starts over.");
		const isStarting = mode === 'init' || mode === 'leadershipChange';
		if (isActivation && isStarting && kept.saved !== undefined) {
			await states.keep(trigger, node.id, data, pollState);
			return [];
		}
		const { state } = kept;
		const limits = isActivation ? activationLimits : pollLimits(credential, budgetOf(context));
		turns.start(trigger, credential.channelKey);
		const sharing = turns.sharing(trigger);
		const session = openChannelSession(context, credential, cancellation, { flowId: trigger });
		const { send, requests } = limitRequests(session, limits);
		const channel = createChannel(send, credential.channelType);
		const detected = await detectChanges(channel, settings, state, session.cancellation);
		const { events, withoutId, error } = detected;
		const isRateLimited = requests.sent > 0 && requests.rateLimited === requests.sent;
		const isStarved = !isActivation && turns.end(trigger, requests.sent);
		const failure =
			error ??
			(isRateLimited ? requests.rejection : undefined) ??
			(isStarved ? noRequestError(node, sharing, credential) : undefined);
		const isFailure =
			failure !== undefined && events.length === 0 && !(isActivation && isTemporary(failure));
		// A failed publication must not change the state of polls that are still running. Without a
		// response, only a successful publication starts a new baseline.
		const counts = isActivation
			? !isFailure && (detected.hasRead || !isNew || !isStarting)
			: detected.hasRead || !isNew;
		// An outdated poll's changes are discarded, and the next poll detects them again.
		if (await isOutdated?.()) return [];
		if (counts && !(await states.keep(trigger, node.id, data, pollState))) return [];
		if (withoutId > 0) {
			warn(`${String(withoutId)} of the contacts found have no ID, so the trigger ignores them.`);
		}
		const { incompleteBaseline } = detected;
		if (incompleteBaseline !== undefined) {
			const { shown, total } = incompleteBaseline;
			warn(
				`the searches show only ${String(shown)} of the ${String(total)} contacts that the service counts. Contacts that they show later are reported as new.`,
			);
		}
		if (state.pass.polls === maxUsualPolls) {
			const reason = describeDelay(requests, limits, {
				contacts: state.snapshot.contacts.size,
				triggers: sharing,
			});
			warn(
				`events can be late, because a search for all contacts takes more than ${String(maxUsualPolls)} polls. ${reason}`,
			);
		}
		if (failure === undefined) return events;
		if (isFailure) throw failure;
		const { message } = toNodeError(failure, { node, token: credential.token });
		warn(`${message}. The next poll continues.`);
		return events;
	} finally {
		cancellation.stop();
		polling.delete(pollKey);
	}
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

/**
 * Returns whether this is a trigger's first poll after its workflow was published or n8n was
 * started. n8n waits for this poll before scheduling others.
 *
 * Polls started by n8n's durable scheduler also have new contexts. Unlike first polls, they have
 * the activation mode `update` and a time budget.
 */
function isActivationPoll(context: IPollFunctions): boolean {
	if (knownContexts.has(context)) return false;
	return context.getActivationMode() !== 'update' || budgetOf(context) === unlimitedBudgetMs;
}

/** Returns the poll's time budget in milliseconds, which n8n has provided since version 2.37. */
function budgetOf(context: IPollFunctions & { getPollBudgetMs?(): number }): number {
	return context.getPollBudgetMs?.() ?? unlimitedBudgetMs;
}
