import {
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { unexpectedError } from '../client/apiError';
import { localLinkHint } from '../client/localLinkHint';
import { operations } from '../operations';
import { send } from '../operations/message/send';
import type { Operation } from '../operations/operation';
import { testWithoutSendingOption } from '../parameters/options';
import { sharedTimeSlicer, systemClock } from '../scheduling/clock';
import { waitForAnswer } from '../sendAndWait/waitForAnswer';
import { checkCanWait, sentQuestion } from './checkCanWait';
import { type Effect, invalidItemsError, stopError, stoppingFailures, toNodeError } from './errors';
import { contactHints, type UsedValue } from './contactHints';
import { Progress } from './progress';
import { emptyExpressionsWarning } from './emptyExpressions';
import { type ItemCredential, readItemCredentials } from './itemCredentials';
import { type ItemOutcome, type ReadItem, readItems } from './items';
import { type NodeExecution, openNodeExecution } from './nodeExecution';
import { outputOf } from './output';
import { processItems } from './processItems';
import { repeatedKeysWarning } from './repeatedKeys';

/**
 * Runs the selected operation for all items, and returns the output in item order. Reads all items
 * before it sends the first request.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const isTest = isTestWithoutSending(context, operation);
	const continues = context.continueOnFail();
	const failuresIn = (items: ReadonlyArray<ReadItem | ItemOutcome>) =>
		continues ? [] : stoppingFailures(node, items);
	const { wording } = operation;

	const credentials = await readItemCredentials(context);
	const items = checkCanWait(context, await readItems(context, operation, credentials));
	// A test also finds the contacts of valid items, so that it reports all problems together.
	const invalid = isTest
		? undefined
		: invalidItemsError(node, failuresIn(items), items.length, wording);
	if (invalid !== undefined) throw invalid;

	const placeOf = (itemIndex: number) => ({ node, token: tokenOf(credentials[itemIndex]) });
	const execution = openNodeExecution(context);
	const effect = effectOf(operation, items, isTest);
	const progress = new Progress(items.length, effect.wording, systemClock);
	const watching = progress.watch((text) => {
		const message = `${node.name}: ${text}`;
		context.logger.info(message);
		// Shows the progress in the browser console during manual executions.
		context.sendMessageToUI(message);
	});
	// Progress reports are optional. If a report fails, the execution continues.
	watching.catch(() => undefined);
	try {
		const outcomes = await processItems(execution, items, {
			stopsAtFirst: !continues && !isTest,
			onEnded: progress.add,
		});
		const hasSummary = isTest || operation.repetition !== 'reads';
		const { milliseconds: waitedMs } = execution.throttledTime;
		addHints(context, 'info', [
			...(await contactHints(usedValues(execution, items))),
			hasSummary ? progress.summary(waitedMs) : undefined,
		]);
		addHints(context, 'warning', [
			repeatedKeysWarning(items),
			items.some(sendsFileLink)
				? localLinkHint(context.getRestApiUrl(), 'The link to the file', 'the service')
				: undefined,
			...(isTest ? [nothingSent, await emptyExpressionsWarning(context)] : []),
		]);
		const failures = failuresIn(outcomes);
		const stopped = isTest
			? invalidItemsError(node, failures, items.length, wording)
			: stopError(failures, outcomes, effect, placeOf);
		if (stopped !== undefined) throw stopped;
		const sent = sentQuestion(items, outcomes);
		if (sent !== undefined) {
			const { questionId, linkTo } = execution;
			await waitForAnswer(context, { ...sent, questionId, linkTo });
			return context.getInputData();
		}
		const output: INodeExecutionData[] = [];
		const slice = sharedTimeSlicer.slice();
		for (const [itemIndex, outcome] of outcomes.entries()) {
			if (slice.isOver()) await slice.next();
			output.push(...outputOf(outcome, itemIndex, placeOf(itemIndex)));
		}
		return output;
	} catch (error) {
		throw isNodeError(error) ? error : toNodeError(unexpectedError(error), placeOf(0));
	} finally {
		progress.end();
		execution.close();
	}
}

/** Yields the values by which items find their contacts, and the phone numbers that they save. */
function* usedValues(execution: NodeExecution, items: readonly ReadItem[]): Generator<UsedValue> {
	for (const item of items) {
		if (item.kind === 'failed' || item.kind === 'skipped') continue;
		const contact = 'match' in item ? item.match : 'contact' in item ? item.contact : undefined;
		if (contact?.kind === 'customField') {
			const foundValue = execution.contacts(item.credential).found(contact)?.value;
			yield { reference: contact, foundValue };
		}
		for (const reference of item.unconvertedNumbers ?? []) yield { reference };
	}
}

const nothingSent = `Nothing was sent: '${testWithoutSendingOption.displayName}' is on`;

/** Adds hints to the output pane. Omits `undefined`. */
function addHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	type: 'info' | 'warning',
	messages: ReadonlyArray<string | undefined>,
): void {
	context.addExecutionHints(
		...messages
			.filter((message) => message !== undefined)
			.map((message) => ({ type, location: 'outputPane' as const, message })),
	);
}

/** The option accepts no expressions, so it is the same for all items. */
function isTestWithoutSending(context: IExecuteFunctions, operation: Operation): boolean {
	if (operation !== send) return false;
	const { name } = testWithoutSendingOption;
	return context.getNodeParameter(`options.${name}`, 0, false) === true;
}

function tokenOf(item: ItemCredential | undefined): string {
	return item?.kind === 'read' ? item.credential.token : '';
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/**
 * Returns the nouns and verbs that describe the given items in errors and hints, and the effect of
 * running these items again.
 */
export function effectOf(
	{ wording, repetition }: Operation,
	items: readonly ReadItem[],
	isTest: boolean,
): Effect {
	if (isTest) {
		return { wording: { ...wording, pastParticiple: 'checked' }, repetition: 'reads' };
	}
	return { wording, repetition: items.every(hasKey) ? 'harmless' : repetition };
}

function sendsFileLink(item: ReadItem): boolean {
	return item.kind === 'contact' && item.sendsFileLink === true;
}

function hasKey(item: ReadItem): boolean {
	return 'settings' in item && item.settings.idempotencyKey !== undefined;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = operations.find(
		(known) => known.resource === resource && known.value === value,
	);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is '${String(value)}', which '${String(resource)}' does not have`,
			{ description: 'Open the node and select an operation from the list.' },
		);
	}
	return operation;
}
