import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { type Channel, createChannel } from '../ChannelMessaging/api/channel';
import { toNodeError } from '../ChannelMessaging/execution/output/nodeErrors';
import { credentialName, readCredential } from '../ChannelMessaging/http/credential';
import { parametersBy } from '../ChannelMessaging/parameters/parameter';
import { readCallerFor } from '../ChannelMessaging/requests/callWithRetry';
import { openCalls } from '../ChannelMessaging/requests/openCalls';
import { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import type { KnownContacts } from './comparison';
import { contentOf, readContent } from './contactContent';
import { lookForEvents } from './lookForEvents';
import { oneAtATime } from './oneAtATime';
import { memorize, type PollMemory, recall, searchKey, storedMemory } from './pollMemory';
import { readTriggerSettings, type TriggerSettings } from './triggerSettings';

/**
 * The memories of polls without an event, by trigger. n8n stores static data only with an event and
 * when a workflow is published: without this, a workflow that is unpublished and published again
 * would not know what polls saw in between.
 */
const withoutEvent = new Map<string, PollMemory>();

/** Milliseconds until a call is given up. */
const timeout = 60_000;

/** One poll of the trigger: an item for each event since the last one, or null. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const credential = await readCredential(context);
	const openChannel = (stop: CancellationToken): Channel => {
		const calls = openCalls(context, credential, stop, { isBackground: true });
		return createChannel(readCallerFor(calls, timeout), credential.channelType);
	};
	try {
		const settings = readTriggerSettings(
			parametersBy((name) => context.getNodeParameter(name, null)),
		);
		const events =
			context.getMode() === 'manual'
				? [await exampleOf(context, openChannel(new CancellationToken()), settings)]
				: await oneAtATime(
						triggerKey(context),
						context,
						async (stop) => await eventsSinceLastPoll(context, stop, openChannel(stop), settings),
					);
		return events === null || events.length === 0 ? null : [events.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(error, { node: context.getNode(), token: credential.token });
	}
}

/** As n8n tells static data apart: a node that is renamed begins anew. */
function triggerKey(context: IPollFunctions): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}

/** Finds out what happened, and remembers it: only once all of it is known. */
async function eventsSinceLastPoll(
	context: IPollFunctions,
	stop: CancellationToken,
	channel: Channel,
	settings: TriggerSettings,
): Promise<readonly IDataObject[]> {
	const polledAt = Date.now();
	const search = searchKey(settings, context.getNode().credentials?.[credentialName]?.id ?? '');
	const { known, events } = await lookForEvents(
		channel,
		settings,
		await formerContacts(context, search),
	);
	const memory = await memorize(known, { search, polledAt });
	if (stop.isCancelled) return [];
	if (events.length === 0) withoutEvent.set(triggerKey(context), memory);
	else withoutEvent.delete(triggerKey(context));
	Object.assign(context.getWorkflowStaticData('node'), memory);
	return events;
}

/** What the last poll of the same search knew; undefined where there was none. */
async function formerContacts(
	context: IPollFunctions,
	search: string,
): Promise<KnownContacts | undefined> {
	const data = context.getWorkflowStaticData('node');
	const stored = storedMemory(data);
	const unstored = withoutEvent.get(triggerKey(context));
	const isUnstoredNewer = (unstored?.polledAt ?? -Infinity) > (stored?.polledAt ?? -Infinity);
	const memory = isUnstoredNewer ? unstored : stored;
	const beginAnew = (why: string) => {
		context.logger.warn(
			`${context.getNode().name}: what was remembered of contacts ${why}. The trigger begins anew.`,
		);
		return undefined;
	};
	if (memory === undefined) {
		return Object.keys(data).length === 0 ? undefined : beginAnew('has another form');
	}
	if (memory.search !== search) return undefined;
	return await recall(memory).catch(() => beginAnew("can't be read"));
}

/** A contact that matches now, as an event would give it. Nothing is remembered. */
async function exampleOf(
	context: IPollFunctions,
	channel: Channel,
	{ event, match, watched }: TriggerSettings,
): Promise<IDataObject> {
	const { contacts } = await channel.findContacts(match.name, match.value, 1);
	const [contact] = contacts;
	if (contact === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`No contact has the ${match.name} '${match.value}' now, so there is no example to show`,
			{ description: 'Publish the workflow, or enter a value that a contact has.' },
		);
	}
	if (event !== 'contactChanges') return contact;
	return { ...contact, before: readContent(contentOf(contact, watched)) };
}
