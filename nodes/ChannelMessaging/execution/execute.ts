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
import { systemClock } from '../scheduling/clock';
import { invalidItemsError, stopError, stoppingFailures, toNodeError } from './errors';
import { PhoneNumberHints, Progress } from './executionHints';
import { type ItemCredential, readItemCredentials } from './itemCredentials';
import { type ItemOutcome, type ReadItem, readItems } from './items';
import { openNodeExecution } from './nodeExecution';
import { outputOf } from './output';
import { processItems } from './processItems';
import { checkCanWait, waitForAnswer } from './waitForAnswer';

/** Runs the chosen operation for all items: reads all, delivers, gives the output in their order. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const stopsAtFirst = !context.continueOnFail();
	const failuresIn = (items: ReadonlyArray<ReadItem | ItemOutcome>) =>
		stopsAtFirst ? stoppingFailures(node, items) : [];

	const credentials = await readItemCredentials(context);
	const phoneNumberHints = new PhoneNumberHints();
	const items = checkCanWait(
		context,
		await readItems(context, operation, credentials, phoneNumberHints.addRejected),
	);
	const invalid = invalidItemsError(node, failuresIn(items), items.length, operation.wording);
	if (invalid !== undefined) throw invalid;

	const placeOf = (itemIndex: number) => ({ node, token: tokenOf(credentials[itemIndex]) });
	const run = openNodeExecution(context);
	const speech = speechOf(operation, items);
	const ended = new Map<number, ItemOutcome>();
	const progress = new Progress(items.length, ended, speech.wording, systemClock);
	const watching = progress.watch((text) => {
		const message = `${node.name}: ${text}`;
		context.logger.info(message);
		// For the browser's console, in a manual run.
		context.sendMessageToUI(message);
	});
	// Reports are optional: the execution continues without them.
	watching.catch(() => undefined);
	try {
		const outcomes = await processItems(run, items, {
			stopsAtFirst,
			ended,
			onOtherSpelling: phoneNumberHints.addOtherSpelling,
		});
		const messages = [
			...phoneNumberHints.messages(),
			progress.afterWaiting(run.waiting.milliseconds),
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
		const stopped = stopError(failuresIn(outcomes), outcomes, speech, placeOf);
		if (stopped !== undefined) throw stopped;
		if (await waitForAnswer(context, run, items, outcomes)) return context.getInputData();
		return outcomes.flatMap((outcome, itemIndex) =>
			outputOf(outcome, itemIndex, placeOf(itemIndex)),
		);
	} catch (error) {
		throw isNodeError(error) ? error : toNodeError(unexpectedError(error), placeOf(0));
	} finally {
		progress.over();
		run.close();
	}
}

function tokenOf(item: ItemCredential | undefined): string {
	return item?.kind === 'read' ? item.credential.token : '';
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** How a run speaks of these items, and what doing them again means. */
export function speechOf(
	{ wording, repetition }: Operation,
	items: readonly ReadItem[],
): Pick<Operation, 'repetition' | 'wording'> {
	if (items.every((item) => item.kind === 'failed' || isTest(item))) {
		return { wording: { ...wording, participle: 'checked' }, repetition: 'reads' };
	}
	return { wording, repetition: items.every(hasKey) ? 'harmless' : repetition };
}

function isTest(item: ReadItem): boolean {
	return item.kind === 'contact' && item.checksOnly === true;
}

/** Whether an item is sent once for a key. */
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
			{ description: 'Open the node and choose an operation from the list.' },
		);
	}
	return operation;
}
