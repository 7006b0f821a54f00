import {
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { unexpectedError } from '../client/apiError';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { testWithoutSendingOption } from '../parameters/options';
import { sharedTimeSlicer, systemClock } from '../scheduling/clock';
import { type Effect, invalidItemsError, stopError, stoppingFailures, toNodeError } from './errors';
import { contactHints, type UsedValue } from './contactHints';
import { Progress } from './executionHints';
import { type ItemCredential, readItemCredentials } from './itemCredentials';
import { type ItemOutcome, type ReadItem, readItems } from './items';
import { type NodeExecution, openNodeExecution } from './nodeExecution';
import { outputOf } from './output';
import { processItems } from './processItems';
import { checkCanWait, waitForAnswer } from './waitForAnswer';

/**
 * Runs the selected operation for all items, and returns the output in item order. Reads all items
 * before it sends the first request.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const stopsAtFirst = !context.continueOnFail();
	const failuresIn = (items: ReadonlyArray<ReadItem | ItemOutcome>) =>
		stopsAtFirst ? stoppingFailures(node, items) : [];

	const credentials = await readItemCredentials(context);
	const items = checkCanWait(context, await readItems(context, operation, credentials));
	const invalid = invalidItemsError(node, failuresIn(items), items.length, operation.wording);
	if (invalid !== undefined) throw invalid;

	const placeOf = (itemIndex: number) => ({ node, token: tokenOf(credentials[itemIndex]) });
	const execution = openNodeExecution(context);
	const effect = effectOf(operation, items);
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
			stopsAtFirst,
			onEnded: progress.add,
		});
		const messages = [
			...contactHints(items.flatMap((item) => usedValues(execution, item))),
			progress.throttledSummary(execution.throttledTime.milliseconds),
		].filter((message) => message !== undefined);
		context.addExecutionHints(
			...messages.map((message) => ({
				type: 'info' as const,
				location: 'outputPane' as const,
				message,
			})),
		);
		if (items.some(isTest)) {
			context.addExecutionHints({
				type: 'warning',
				location: 'outputPane',
				message: `Nothing was sent: '${testWithoutSendingOption.displayName}' is on`,
			});
		}
		const stopped = stopError(failuresIn(outcomes), outcomes, effect, placeOf);
		if (stopped !== undefined) throw stopped;
		if (await waitForAnswer(context, execution, items, outcomes)) return context.getInputData();
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

/** Returns the values by which an item finds its contact, and the phone numbers that it saves. */
function usedValues(execution: NodeExecution, item: ReadItem): UsedValue[] {
	if (item.kind === 'failed') return [];
	const unconverted = (item.unconvertedNumbers ?? []).map((reference) => ({ reference }));
	const contact = 'match' in item ? item.match : 'contact' in item ? item.contact : undefined;
	if (contact?.kind !== 'customField') return unconverted;
	const foundValue = execution.contacts(item.credential).found(contact)?.value;
	return [{ reference: contact, foundValue }, ...unconverted];
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
export function effectOf({ wording, repetition }: Operation, items: readonly ReadItem[]): Effect {
	if (items.every((item) => item.kind === 'failed' || isTest(item))) {
		return { wording: { ...wording, pastParticiple: 'checked' }, repetition: 'reads' };
	}
	return { wording, repetition: items.every(hasKey) ? 'harmless' : repetition };
}

function isTest(item: ReadItem): boolean {
	return item.kind === 'contact' && item.checksOnly === true;
}

function hasKey(item: ReadItem): boolean {
	return item.kind !== 'failed' && item.settings.idempotencyKey !== undefined;
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
